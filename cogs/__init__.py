"""Slash commands: arguments in, one call, one answer."""
