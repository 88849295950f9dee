"""placeholder"""
import os, sys
from pathlib import Path
from plypost.local import ROOT
def enter_venv(command: list[str]) -> None:
    python = ROOT / ".venv" / "bin" / "python"
    if Path(sys.prefix) != ROOT / ".venv" and python.exists():
        os.execv(python, [str(python), *command])
def main(arguments: list[str]) -> int:
    print("not yet", file=sys.stderr)
    return 1
