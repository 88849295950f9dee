"""Rules, boards, bots, clocks and records are pure: standard library, no I/O, one direction."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

MAY_IMPORT = {
    "games.rules": {"games.rules"},
    "games.boards": {"games.rules", "games.boards"},
    "games.bots": {"games.rules", "games.bots"},
    "games.clocks": {"games.rules", "games.clocks"},
    "games.records": {"games.rules", "games.clocks", "games.records"},
}

IMPURE = {"os", "io", "time", "datetime", "socket", "subprocess", "pathlib", "sys", "asyncio"}
IMPURE |= {"threading", "multiprocessing", "logging", "secrets", "uuid", "tempfile", "shutil"}
COMMANDS = {"__main__.py", "bench.py"}
"""The command line of the rules, which no other module imports."""


def files_of(package: str) -> list[Path]:
    path = ROOT / package.replace(".", "/")
    module = path.with_suffix(".py")
    return [module] if module.exists() else sorted(path.rglob("*.py"))


FILES = [(package, path) for package in MAY_IMPORT for path in files_of(package)]
each_file = pytest.mark.parametrize(
    ("package", "path"), FILES, ids=[str(path.relative_to(ROOT)) for _, path in FILES]
)


def imports(path: Path) -> Iterator[tuple[str, list[str]]]:
    """(module, names taken from it) of all imports in a file, wherever they stand."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, []) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module
            yield node.module, [alias.name for alias in node.names]


def test_there_are_files_to_look_at() -> None:
    assert {package for package, _ in FILES} >= {"games.rules", "games.boards"}


@each_file
def test_only_the_standard_library_and_what_lies_below_is_imported(
    package: str, path: Path
) -> None:
    for module, names in imports(path):
        full = [f"{module}.{name}" for name in names] if module == "games" else [module]
        for name in full:
            if name.split(".")[0] == "games":
                assert any(name == p or name.startswith(f"{p}.") for p in MAY_IMPORT[package]), name
            else:
                assert name.split(".")[0] in sys.stdlib_module_names, name


@each_file
def test_no_clock_no_file_no_global_chance(package: str, path: Path) -> None:
    if package not in ("games.rules", "games.boards") or path.name in COMMANDS:
        pytest.skip("may look at the clock")
    for module, names in imports(path):
        assert module.split(".")[0] not in IMPURE
        if module == "random":
            assert names == ["Random"], "chance comes from a Random that is handed in"
    calls = [
        node.func.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    assert not {"open", "print", "input", "exec", "eval"} & set(calls)


@pytest.mark.parametrize("path", sorted((ROOT / "games/rules/catalog").glob("*.py")), ids=str)
def test_a_game_knows_no_other(path: Path) -> None:
    for module, names in imports(path):
        assert not module.startswith("games.rules.catalog")
        assert not (module == "games.rules" and {"catalog", "registry"} & set(names))
        assert module != "games.rules.registry"


def test_rules_and_boards_need_no_installed_package() -> None:
    script = (
        "from games.rules.registry import games, make\n"
        "from games.boards.registry import board_of\n"
        "for key, game in games().items():\n"
        "    board_of(make(key, game.players[0]))\n"
        "import sys; print(sorted(n for n in sys.modules if n.split('.')[0] == 'django'))\n"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", script], capture_output=True, text=True, cwd=ROOT, timeout=60
    )
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr
