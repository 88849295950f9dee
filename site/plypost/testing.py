"""`manage.py test`: the linters, then pytest, then what failed. Standard library only."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from plypost import bootstrap, local
from plypost.children import Children

NO_TESTS = 5  # pytest's exit code when nothing was selected
CLOSING_LINE = re.compile(r"\b(passed|failed|errors?|skipped|deselected)\b.* in [\d.]+s")

LINTERS = {
    "ruff check": ["-m", "ruff", "check", "--output-format", "concise", "."],
    "ruff format": ["-m", "ruff", "format", "--check", "."],
    "mypy": ["-m", "mypy"],
    "import contracts": ["-c", "from importlinter.cli import lint_imports_command as l; l()"],
    "manage.py check": ["manage.py", "check", "--fail-level", "WARNING"],
    "migrations": ["manage.py", "makemigrations", "--check", "--dry-run"],
}

# Exits with 0 if the server at argv[1] lets us make a database.
POSTGRES_PROBE = """
import sys
import psycopg
from plypost.env import database

entry = database(sys.argv[1])
with psycopg.connect(
    dbname="postgres", user=entry["USER"] or None, password=entry["PASSWORD"] or None,
    host=entry["HOST"] or None, port=entry["PORT"] or None, connect_timeout=5,
) as connection:
    row = connection.execute(
        "select rolsuper or rolcreatedb from pg_roles where rolname = current_user"
    ).fetchone()
sys.exit(0 if row and row[0] else 1)
"""


@dataclass
class Report:
    """What the steps came to."""

    failed: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    closing: list[str] = field(default_factory=list)
    tests_ran: bool = False


def run_tests(arguments: Sequence[str]) -> int:
    """Runs every step, whatever the ones before came to; 0 if all of them passed.

    `--only-pytest` leaves the linters out; everything else is pytest's. Raises Trouble.
    """
    only_pytest = "--only-pytest" in arguments
    arguments = [argument for argument in arguments if argument != "--only-pytest"]
    var = bootstrap.make_var()
    with bootstrap.locked(var / "install.lock"):
        bootstrap.install(bootstrap.TEST_LOCK)
    environ = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "plypost.settings",
        "PLYPOST_VAR": str(var / "test"),  # a running site's data are none of the tests' business
    }
    report = Report()
    if not only_pytest:
        for name, command in LINTERS.items():
            lint(report, name, command, environ)
    (var / "log").mkdir(exist_ok=True)
    with (
        bootstrap.signals_as_ctrl_c(),
        tempfile.TemporaryDirectory(prefix="plypost-") as folder,  # a short path for the socket
        Children(var / "log", environ) as children,
    ):
        if not environ.get("REDIS_URL"):
            path = Path(folder, "valkey.sock")
            bootstrap.start_valkey(children, path, name="test Valkey")
            environ["REDIS_URL"] = f"unix://{path}"
        run_pytest_twice(report, arguments, environ)
    return conclude(report)


def lint(report: Report, name: str, command: Sequence[str], environ: Mapping[str, str]) -> None:
    done = subprocess.run(
        [str(bootstrap.venv_python()), *command],
        cwd=local.ROOT,
        env=dict(environ),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    print(f"{name}: {'ok' if done.returncode == 0 else 'FAILED'}", flush=True)
    if done.returncode != 0:
        print(done.stdout, flush=True)
        report.failed.append(name)


def run_pytest_twice(report: Report, arguments: Sequence[str], environ: Mapping[str, str]) -> None:
    """Once on PostgreSQL for the tests that need one, if there is one, and once on SQLite."""
    url = find_postgres(environ)
    if url:
        marked = with_marker(arguments, "postgres")
        # The test databases there have fixed names, so that a killed run leaves no litter.
        with bootstrap.locked(local.var_folder() / "postgres.lock"):
            run_pytest(report, "pytest on PostgreSQL", marked, {**environ, "DATABASE_URL": url})
    elif "postgres" in environ.get("PLYPOST_REQUIRE", ""):
        print("No PostgreSQL answers, and PLYPOST_REQUIRE asks for one.", flush=True)
        report.failed.append("PostgreSQL")
    else:
        report.notes.append("The tests that need PostgreSQL were skipped: none answers here.")
    sqlite = {name: value for name, value in environ.items() if name != "DATABASE_URL"}
    run_pytest(report, "pytest", with_marker(arguments, "not postgres"), sqlite)


def with_marker(arguments: Sequence[str], marker: str) -> list[str]:
    """The arguments, with their -m expression, if any, narrowed by `marker`."""
    rest = list(arguments)
    for place, argument in enumerate(rest):
        if argument == "-m" and place + 1 < len(rest):
            expression = rest[place + 1]
            return [*rest[:place], *rest[place + 2 :], "-m", f"({expression}) and {marker}"]
    return [*rest, "-m", marker]


def run_pytest(
    report: Report, name: str, arguments: Sequence[str], environ: Mapping[str, str]
) -> None:
    """Shows pytest's output as it comes, and remembers its closing line."""
    color = ["--color=yes"] if sys.stdout.isatty() else []
    process = subprocess.Popen(
        [str(bootstrap.venv_python()), "-m", "pytest", "-n", "auto", *color, *arguments],
        cwd=local.ROOT,
        env=dict(environ),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    closing = ""
    assert process.stdout is not None
    try:
        for line in process.stdout:
            print(line, end="", flush=True)
            if CLOSING_LINE.search(line):
                closing = line.rstrip()
        code = process.wait()
    except BaseException:
        process.terminate()
        process.wait()
        raise
    if code == NO_TESTS:
        return
    report.tests_ran = True
    report.closing.append(closing)
    if code != 0:
        report.failed.append(name)


def find_postgres(environ: Mapping[str, str]) -> str | None:
    """The URL of a PostgreSQL in which we may make a test database."""
    given = environ.get("PLYPOST_TEST_POSTGRES")
    candidates = (
        [given]
        if given
        else [
            "postgres:///plypost",
            "postgres://127.0.0.1/plypost",
            "postgres://postgres@127.0.0.1/plypost",
        ]
    )
    for url in candidates:
        probe = [str(bootstrap.venv_python()), "-c", POSTGRES_PROBE, url]
        found = subprocess.run(probe, env=dict(environ), cwd=local.ROOT, capture_output=True)
        if found.returncode == 0:
            return url
    return None


def conclude(report: Report) -> int:
    """Says what failed, then pytest's closing lines; the exit code."""
    if not report.tests_ran:
        report.failed.append("pytest: no test was selected")
    print()
    for note in report.notes:
        print(note)
    print(f"Failed: {', '.join(report.failed)}." if report.failed else "Everything passed.")
    for line in report.closing:
        print(line)
    return 1 if report.failed else 0
