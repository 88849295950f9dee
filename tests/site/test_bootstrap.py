"""What `manage.py up` does before and around the site: each trouble one sentence, nothing left."""

import ast
import os
import select
import signal
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from plypost import bootstrap, local, testing
from plypost.children import Children, Died

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_MS = 60_000  # until something that never comes counts as a failure


def closed_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# An old Python ------------------------------------------------------------------------------------


def test_manage_py_parses_on_old_pythons() -> None:
    ast.parse((ROOT / "manage.py").read_text(), feature_version=(3, 6))


@pytest.mark.parametrize("command", ["up", "test", "check"])
def test_an_old_python_gets_one_sentence(command: str) -> None:
    code = (
        "import runpy, sys; sys.version_info = (3, 10, 9, 'final', 0);"
        f"sys.argv = ['manage.py', {command!r}]; runpy.run_path('manage.py', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == "Plypost needs Python 3.11 or newer, and this is Python 3.10.\n"


# The virtual environment --------------------------------------------------------------------------


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout whose lock files ask for nothing, and an index that cannot be reached."""
    for name in (bootstrap.RUNTIME_LOCK, bootstrap.TEST_LOCK):
        (tmp_path / name).write_text(f"# {name}\n")
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    monkeypatch.setenv("PLYPOST_VAR", str(tmp_path / "var"))
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{closed_port()}/")
    return tmp_path


def ask_for_a_library(lock: Path) -> None:
    lock.write_text(f"plypost-nowhere==1.0 --hash=sha256:{'0' * 64}\n")


def installed(checkout: Path) -> bool:
    """Whether `.venv` works and imports the checkout."""
    code = "import sys; print(*sys.path, sep='\\n')"
    python = checkout / ".venv" / "bin" / "python"
    found = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    return str(checkout) in found.stdout.split("\n")


def test_a_python_without_venv_gets_one_sentence(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ensurepip", None)  # as Debian ships it

    with pytest.raises(bootstrap.Trouble, match=r"^This Python lacks its ensurepip module; .*venv"):
        bootstrap.install(bootstrap.RUNTIME_LOCK)

    assert not (checkout / ".venv").exists()


@pytest.mark.slow
def test_an_interrupted_installation_is_made_anew(checkout: Path) -> None:
    remains = checkout / ".venv" / "half-made"
    remains.parent.mkdir()
    remains.write_text("")

    bootstrap.install(bootstrap.RUNTIME_LOCK)

    assert not remains.exists()
    assert installed(checkout)


@pytest.mark.slow
def test_a_lost_network_gets_one_sentence_and_the_next_start_repairs(checkout: Path) -> None:
    ask_for_a_library(checkout / bootstrap.RUNTIME_LOCK)
    with pytest.raises(
        bootstrap.Trouble, match=r"^Could not download the libraries: check the net"
    ):
        bootstrap.install(bootstrap.RUNTIME_LOCK)

    (checkout / bootstrap.RUNTIME_LOCK).write_text("# nothing\n")
    bootstrap.install(bootstrap.RUNTIME_LOCK)

    assert installed(checkout)


@pytest.mark.slow
def test_a_finished_installation_is_touched_only_when_the_lock_changes(checkout: Path) -> None:
    bootstrap.install(bootstrap.TEST_LOCK)
    mark = checkout / ".venv" / "mark"
    mark.write_text("")
    log = checkout / "var" / "log" / "install.log"
    log.unlink()

    bootstrap.install(bootstrap.TEST_LOCK)
    bootstrap.install(bootstrap.RUNTIME_LOCK)  # part of the other one
    assert not log.exists()

    (checkout / bootstrap.RUNTIME_LOCK).write_text("# changed\n")
    bootstrap.install(bootstrap.RUNTIME_LOCK)
    assert log.exists()
    assert mark.exists()


# Where to listen ----------------------------------------------------------------------------------


def test_a_port_in_use_gets_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(bootstrap.Trouble, match=rf"^Port {port} is in use: .*--port\.$"):
            bootstrap.free_place("127.0.0.1", port)


def test_a_free_port_gives_the_numeric_address() -> None:
    assert bootstrap.free_place("localhost", closed_port()) in {"127.0.0.1", "::1"}


def test_a_foreign_address_gets_one_sentence() -> None:
    # 192.0.2.0/24 is kept for documentation: no machine has it.
    with pytest.raises(bootstrap.Trouble, match=r"^Cannot listen on 192\.0\.2\.1: .*--host\.$"):
        bootstrap.free_place("192.0.2.1", closed_port())


@pytest.mark.parametrize("words", [["--port", "0"], ["--port", "65536"], ["--workers", "0"]])
def test_impossible_options_are_refused(words: list[str]) -> None:
    with pytest.raises(SystemExit):
        bootstrap.up_options(words)


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000/"),
        ("0.0.0.0", "http://127.0.0.1:8000/"),
        ("::1", "http://[::1]:8000/"),
        ("::", "http://[::1]:8000/"),
    ],
)
def test_the_printed_address_can_be_opened(host: str, shown: str) -> None:
    assert bootstrap.address(bootstrap.up_options(["--host", host])) == shown


def test_a_second_start_in_the_same_folder_gets_one_sentence(tmp_path: Path) -> None:
    environ = {**os.environ, "PLYPOST_VAR": str(tmp_path)}
    with bootstrap.locked(tmp_path / "up.lock"):
        done = subprocess.run(
            [sys.executable, "manage.py", "up"],
            cwd=ROOT,
            env=environ,
            capture_output=True,
            text=True,
        )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == bootstrap.ALREADY_RUNNING + "\n"


# Data ---------------------------------------------------------------------------------------------


def test_the_secret_key_stays_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    key = local.secret_key(tmp_path)
    assert len(key) >= 50
    assert local.secret_key(tmp_path) == key
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


def test_processes_that_start_together_agree_on_the_key(tmp_path: Path) -> None:
    together = threading.Barrier(8)

    def make(_: int) -> str:
        together.wait()
        return local.secret_key(tmp_path)

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(make, range(8)))) == 1


def test_the_socket_is_in_var_unless_its_path_were_too_long(tmp_path: Path) -> None:
    assert local.socket_path(Path("/srv/plypost/var")) == Path("/srv/plypost/var/valkey.sock")
    deep = tmp_path / ("x" * 100)
    path = local.socket_path(deep)
    assert len(os.fsencode(path)) <= local.LONGEST_SOCKET_PATH
    assert path != local.socket_path(deep / "y")


def test_a_folder_that_others_may_write_to_is_not_trusted(tmp_path: Path) -> None:
    assert bootstrap.make_private_folder(tmp_path / "mine")
    open_to_all = tmp_path / "ours"
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    assert not bootstrap.make_private_folder(open_to_all)


# Children -----------------------------------------------------------------------------------------

# Starts a shell that starts a child of its own, says both process ids, and waits.
FAMILY = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from plypost import bootstrap
from plypost.children import Children

with bootstrap.signals_as_ctrl_c(), Children(Path(sys.argv[2]), {"PATH": "/usr/bin:/bin"}) as some:
    child = some.start("Shell", ["/bin/sh", "-c", "sleep 600 & echo $$ $!; wait"])
    some.wait_until(lambda: child.log.read_text().endswith("\\n"), 60)
    print(child.log.read_text(), end="", flush=True)
    some.watch()
"""


@pytest.fixture
def family(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """A process with a child and a grandchild, and handles that tell when those two have ended."""
    parent = subprocess.Popen(
        [sys.executable, "-c", FAMILY, str(ROOT / "site"), str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert parent.stdout is not None
    handles = [os.pidfd_open(int(word)) for word in parent.stdout.readline().split()]
    assert len(handles) == 2
    yield parent, handles
    parent.kill()
    parent.wait()
    parent.stdout.close()
    for handle in handles:
        os.close(handle)


def end_of(handle: int) -> bool:
    """Waits until the process has ended; False if it never does."""
    waiting = select.poll()
    waiting.register(handle, select.POLLIN)
    return bool(waiting.poll(PATIENCE_MS))


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs Linux to watch other processes")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_no_child_outlives_its_parent(
    family: tuple[subprocess.Popen[str], list[int]], number: int
) -> None:
    parent, handles = family
    parent.send_signal(number)
    parent.wait()
    assert [end_of(handle) for handle in handles] == [True, True]


def test_a_child_that_ends_by_itself_is_noticed(tmp_path: Path) -> None:
    with Children(tmp_path, dict(os.environ)) as children:
        children.start("Quick one", ["/bin/sh", "-c", "echo gone; exit 3"])
        with pytest.raises(Died) as caught:
            children.watch()
    assert caught.value.child.name == "Quick one"
    assert caught.value.child.ending == "exit code 3"
    assert (tmp_path / "quick-one.log").read_text() == "gone\n"


# The test command ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "narrowed"),
    [
        ([], ["-m", "postgres"]),
        (["tests/rules", "-x"], ["tests/rules", "-x", "-m", "postgres"]),
        (["-m", "slow or redis", "-x"], ["-x", "-m", "(slow or redis) and postgres"]),
    ],
)
def test_both_runs_keep_to_the_markers_that_were_asked_for(
    given: list[str], narrowed: list[str]
) -> None:
    assert testing.with_marker(given, "postgres") == narrowed


def test_a_failed_step_is_named_and_fails_the_whole(capsys: pytest.CaptureFixture[str]) -> None:
    report = testing.Report(tests_ran=True, closing=["== 3 passed in 0.10s =="])
    testing.lint(report, "good", ["-c", "print('quiet')"], os.environ)
    testing.lint(report, "bad", ["-c", "print('why'); raise SystemExit(2)"], os.environ)

    assert testing.conclude(report) == 1

    said = capsys.readouterr().out.splitlines()
    assert said == ["good: ok", "bad: FAILED", "why", "", "", "Failed: bad.", report.closing[0]]


def test_a_run_without_any_test_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert testing.conclude(testing.Report()) == 1
    assert "no test was selected" in capsys.readouterr().out
