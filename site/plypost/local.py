"""What lives in `var/`: the secret key, the embedded server's socket. Standard library only."""

import contextlib
import hashlib
import os
import secrets
import tempfile
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# The kernel's limit for a socket's path is 108 bytes with the final zero on Linux, 104 on macOS.
LONGEST_SOCKET_PATH = 103


def var_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder for data, PLYPOST_VAR or `var/` in the checkout, made if missing.

    Raises OSError if it cannot be made.
    """
    folder = Path(environ.get("PLYPOST_VAR") or ROOT / "var").absolute()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def secret_key(var: Path) -> str:
    """The key kept in `var/secret_key`, made with mode 600 by whoever comes first.

    The key is written to a file of its own, which is then linked to the name: the link either
    succeeds whole or finds the name taken, so processes that start together agree on one key.
    """
    path = var / "secret_key"
    with contextlib.suppress(FileNotFoundError):
        return path.read_text().strip()
    descriptor, draft = tempfile.mkstemp(dir=var, prefix=".secret_key-")  # mode 600
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(50) + "\n")
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
    finally:
        os.unlink(draft)
    return path.read_text().strip()


def socket_path(var: Path) -> Path:
    """Where the embedded Valkey listens: in `var/`, or in a private folder if that is too deep."""
    path = var / "valkey.sock"
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        return path
    digest = hashlib.sha256(os.fsencode(var)).hexdigest()[:16]
    return Path(tempfile.gettempdir(), f"plypost-{os.getuid()}-{digest}", "valkey.sock")
