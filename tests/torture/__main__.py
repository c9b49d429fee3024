"""``python -m tests.torture [PART ...] [--scale 1.0] [--seed 18]``: the long forms; see `make torture`."""

from __future__ import annotations

import argparse
import logging
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.torture.parts import PARTS


def main() -> None:
    """Run the parts that were named, or all; the exit status is 1 where anything failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)}; none: all")
    parser.add_argument("--scale", type=float, default=1.0, help="how much of the long form: 0.01 is a hundredth")
    parser.add_argument("--seed", type=int, default=18)
    asked = parser.parse_args()
    if unknown := set(asked.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(unknown)}")
    logging.disable(logging.WARNING)
    failed = False
    for name in asked.parts or PARTS:
        run, amount = PARTS[name]
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # a backup may still be written
            report = run(Path(folder), max(1, round(amount * asked.scale)), asked.seed)
        print(report, flush=True)
        failed |= bool(report.failures)
    sys.exit(failed)


if __name__ == "__main__":
    main()
