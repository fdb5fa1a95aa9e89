"""Sidecar: a Discord bot that sits beside a card table."""
