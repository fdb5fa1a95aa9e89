"""What benchmarks share: the folder of the project on the path, a file to play on, and figures told with targets."""

import gc
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))


class Figure(NamedTuple):
    """One measured figure; `least` or `most` is its target, and without either it only informs."""

    name: str
    measured: float
    unit: str = ""
    least: float | None = None
    most: float | None = None

    @property
    def missed(self) -> bool:
        """Whether the target is missed."""
        return (self.least is not None and self.measured < self.least) or (
            self.most is not None and self.measured > self.most
        )

    def __str__(self) -> str:
        """One line: name, measured, target."""
        line = f"  {self.name:<62}{self.measured:>9,.{_places(self.measured)}f} {self.unit:<4}"
        if self.least is None and self.most is None:
            return line.rstrip()
        target = f"under {self.most:g}" if self.least is None else f"at least {self.least:g}"
        return f"{line}  target {target}{', MISSED' * self.missed}"


def tell(*figures: Figure) -> int:
    """Print figures; the exit code is 1 where a target is missed."""
    for figure in figures:
        print(figure, flush=True)
    return int(any(figure.missed for figure in figures))


def _places(value: float) -> int:
    return 0 if value >= 100 or value == int(value) else 2


@contextmanager
def database() -> Iterator[str]:
    """The URL of a file that is gone afterwards. It lies in the temporary folder, which should be on a real disk."""
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{folder}/sidecar.db"


def best(work: Callable[[], object], times: int = 20) -> float:
    """Seconds of processor time of the fastest of several runs, which is the one that nothing else disturbed."""
    gc.collect()
    took: list[float] = []
    for _ in range(times):
        begin = time.process_time()
        work()
        took.append(time.process_time() - begin)
    return min(took)
