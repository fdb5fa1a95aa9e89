"""Deck checks: pure readers of what players paste or attach, and judges that count it against the formats' rules."""
