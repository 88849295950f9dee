"""The shape of the checkout: what a reader may rely on without looking."""

import re
import site
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def pins(name: str) -> set[str]:
    """The lines of a lock file that pin a library."""
    return set(re.findall(r"^\S+==.*?(?= \\)", (ROOT / name).read_text(), re.MULTILINE))


def test_site_holds_only_the_project() -> None:
    names = {path.name for path in (ROOT / "site").iterdir() if path.name != "__pycache__"}
    assert names == {"plypost"}


def test_the_folder_called_site_does_not_hide_the_standard_library() -> None:
    assert site.getsitepackages()


def test_the_project_package_is_empty() -> None:
    # `manage.py` imports it with a bare Python, before anything is installed.
    assert (ROOT / "site" / "plypost" / "__init__.py").read_text() == ""


def test_the_bootstrap_runs_on_the_standard_library_alone() -> None:
    code = "import sys; import plypost.bootstrap, plypost.testing; print(*sys.modules)"
    # -S: no site-packages; -I: nothing from the environment.
    found = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, 'site'); {code}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    top = {name.partition(".")[0] for name in found.stdout.split()}
    assert top - set(sys.stdlib_module_names) == {"plypost", "__main__"}


def test_the_test_lock_contains_the_runtime_lock() -> None:
    # `up` trusts an environment that was made for the tests.
    runtime = pins("requirements.txt")
    assert len(runtime) > 20
    assert runtime <= pins("requirements-test.txt")


def test_every_pin_has_a_hash_and_none_an_address() -> None:
    for name in ("requirements.txt", "requirements-test.txt"):
        text = (ROOT / name).read_text()
        blocks = re.split(r"\n(?=\S)", text.strip())
        assert [block for block in blocks if "--hash=sha256:" not in block] == []
        assert "://" not in text


def test_the_sheet_of_every_page_keeps_to_its_budget() -> None:
    # What one kind of page needs alone has a sheet of its own: front.css, people.css, rules.css.
    assert (ROOT / "static" / "css" / "plypost.css").stat().st_size <= 25_000
