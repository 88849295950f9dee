"""Starts, watches and stops the programs that make up a running site. Standard library only."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from plypost import guard

PATIENCE = 10.0  # seconds a child gets to finish what it is doing
LONGEST_LOG = 10 * 1024 * 1024  # bytes; a longer one is set aside at the next start


class Died(Exception):
    """A child ended by itself."""

    def __init__(self, child: "Child") -> None:
        super().__init__(child.name)
        self.child = child


@dataclass(frozen=True)
class Child:
    name: str
    log: Path
    process: subprocess.Popen[bytes]
    needed: bool  # by the other children, so it is stopped after them

    @property
    def ending(self) -> str:
        """How it ended, in words."""
        code = self.process.poll()
        if code is None:
            return "still running"
        return f"signal {-code}" if code < 0 else f"exit code {code}"


class Children:
    """Children that share an environment, and of which none outlives the `with` block.

    Each is the leader of a process group of its own, so that Ctrl-C reaches only us and we decide
    the order, and so that its own children can be found. `keep_open` are file descriptors that stay
    open until the last child is gone, even if we are killed: the locks of the running site.
    """

    def __init__(
        self, logs: Path, environ: Mapping[str, str], keep_open: Sequence[int] = ()
    ) -> None:
        self.logs = logs
        self.environ = environ
        self.keep_open = keep_open
        self.running: list[Child] = []

    def __enter__(self) -> Self:
        self.guard = subprocess.Popen(
            [sys.executable, "-I", "-S", guard.__file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            pass_fds=self.keep_open,
        )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with ctrl_c_ignored():
            # All at once, but for what the others need while they finish.
            for needed in (False, True):
                group = [child for child in self.running if child.needed is needed]
                for child in group:
                    child.process.terminate()
                for child in group:
                    self.finish(child)
            self.tell_guard("done")
            if self.guard.stdin is not None:
                with contextlib.suppress(OSError):
                    self.guard.stdin.close()
            self.guard.wait()

    def start(self, name: str, command: Sequence[str], *, needed: bool = False) -> Child:
        """Starts a child whose output goes to a log file named after it."""
        log = self.logs / f"{name.lower().replace(' ', '-')}.log"
        with contextlib.suppress(FileNotFoundError):
            if log.stat().st_size > LONGEST_LOG:
                log.replace(log.with_suffix(".log.old"))
        with log.open("ab") as output:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=dict(self.environ),
                start_new_session=True,
            )
        child = Child(name, log, process, needed)
        self.running.append(child)
        self.tell_guard(str(process.pid))
        return child

    def tell_guard(self, line: str) -> None:
        if self.guard.stdin is not None:
            with contextlib.suppress(OSError):
                self.guard.stdin.write(line.encode() + b"\n")
                self.guard.stdin.flush()

    def check(self) -> None:
        """Raises Died if a child is no longer running."""
        for child in self.running:
            if child.process.poll() is not None:
                raise Died(child)

    def wait_until(self, ready: Callable[[], bool], seconds: float) -> bool:
        """Whether `ready()` came true in time. Raises Died if a child ends before that."""
        deadline = time.monotonic() + seconds
        while not ready():
            self.check()
            if time.monotonic() > deadline:
                return False
            time.sleep(0.02)
        return True

    def watch(self) -> None:
        """Returns only by an exception: Died, or whatever a signal raises."""
        while True:
            self.check()
            time.sleep(0.25)

    def finish(self, child: Child) -> None:
        """Waits for a child that was asked to end; kills what is left of it and its children."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.process.wait(PATIENCE)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.process.pid, signal.SIGKILL)
        child.process.wait()


@contextlib.contextmanager
def ctrl_c_ignored() -> Iterator[None]:
    """Inside, a second Ctrl-C by an impatient hand does not leave the tidying half done."""
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, signal.SIG_IGN) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
