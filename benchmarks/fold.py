"""How long folding a match of 1,000 events takes, as after an undo or a restart (python benchmarks/fold.py)."""

import sys
from dataclasses import replace

from figures import Figure, best, tell
from players import SEATED, play

EVENTS = 1000


def main() -> int:
    """Fold one long match of each format."""
    figures: list[Figure] = []
    for key in SEATED:
        match = play(key, EVENTS)
        blank = replace(match, log=(), state=None)
        log = match.log
        assert blank.extend(log).state == match.state
        took = best(lambda blank=blank, log=log: blank.extend(log))
        figures.append(Figure(f"fold of {EVENTS:,} events, {key}", took * 1000, "ms", most=5))
    return tell(*figures)


if __name__ == "__main__":
    sys.exit(main())
