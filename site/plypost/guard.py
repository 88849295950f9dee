"""Ends the children of a parent that could not do it itself, killed by -9 or with its terminal.

Runs as a small process of its own. Each line on its input names a process group; "done" says that
the parent has tidied up. The input ends with the parent, however it ends.
"""

import contextlib
import os
import signal
import sys
import time

PATIENCE = 5.0  # seconds between asking and killing


def main() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    lines = sys.stdin.read().split()
    if "done" not in lines:
        end_groups([int(line) for line in lines])


def end_groups(groups: list[int]) -> None:
    """Asks every process of these groups to stop, and kills those that have not in time."""
    deadline = time.monotonic() + PATIENCE
    signal_groups(groups, signal.SIGTERM)
    while signal_groups(groups, 0) and time.monotonic() < deadline:
        time.sleep(0.05)
    signal_groups(groups, signal.SIGKILL)


def signal_groups(groups: list[int], number: int) -> bool:
    """Whether any of them still has a process."""
    found = False
    for group in groups:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, number)
            found = True
    return found


if __name__ == "__main__":
    main()
