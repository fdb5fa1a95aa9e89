"""Every benchmark, one after another, each in a process of its own (python benchmarks/run.py, or make bench).

Prints what it measured next to its target, writes nothing else, and ends with exit code 1 where a target is missed.
"""

import os
import platform
import subprocess
import sys
from pathlib import Path

NAMES = ("press", "fold", "start", "memory", "appends", "decks", "search")


def main() -> int:
    """Run them all, or those that are named."""
    here = Path(__file__).parent
    print(f"Python {platform.python_version()}, {platform.platform()}, {os.cpu_count()} cores, {_processor()}")
    print(f"load before the run: {os.getloadavg()[0]:.1f}")
    missed: list[str] = []
    for name in sys.argv[1:] or NAMES:
        print(name, flush=True)
        if subprocess.run([sys.executable, "-B", here / f"{name}.py"], check=False).returncode:  # noqa: S603  ours
            missed.append(name)
    print(f"missed: {', '.join(missed)}" if missed else "every target met")
    return int(bool(missed))


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    return next((line.split(": ")[1] for line in lines if line.startswith("model name")), "processor unknown")


if __name__ == "__main__":
    sys.exit(main())
