"""The promise of the README: a clean checkout, one command, a game against a bot, a clean stop."""

import base64
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import urllib.parse
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 120  # seconds until something that never comes counts as a failure

pytestmark = pytest.mark.slow


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What somebody gets who clones the repository: only what is committed."""
    clone = tmp_path / "plypost"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    return clone


def bare_environment() -> dict[str, str]:
    """The environment of a newcomer: no settings of ours, and no Redis on the path."""
    strip = ("PLYPOST_", "REDIS_URL", "DATABASE_URL", "DJANGO_", "PYTEST_", "PYTHONPATH")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(strip)}
    return {**kept, "PATH": "/nowhere"}


def system_python() -> str:
    """The interpreter from which the environment of these tests was made."""
    return str(getattr(sys, "_base_executable", sys.executable))


@contextmanager
def running(checkout: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [system_python(), "manage.py", "up", "--port", str(port)],
        cwd=checkout,
        env=bare_environment(),
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()  # nothing to do in a test that passed
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


class Visitor:
    """A browser without script: remembers its cookies, sends forms with their token."""

    def __init__(self, port: int) -> None:
        self.host = f"127.0.0.1:{port}"
        self.cookies: SimpleCookie = SimpleCookie()

    def cookie_header(self) -> str:
        return "; ".join(f"{name}={morsel.value}" for name, morsel in self.cookies.items())

    def ask(self, method: str, path: str, body: str = "", kind: str = "") -> tuple[int, str, str]:
        """Status, the address it sends us to, and the text."""
        connection = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        headers = {"Cookie": self.cookie_header(), "Origin": f"http://{self.host}"}
        if method == "POST":
            headers |= {"Content-Type": kind, "X-CSRFToken": self.cookies["csrftoken"].value}
        connection.request(method, path, body.encode(), headers)
        response = connection.getresponse()
        for line in response.headers.get_all("Set-Cookie", []):
            self.cookies.load(line)
        text = response.read().decode()
        connection.close()
        return response.status, response.headers.get("Location", ""), text

    def get_json(self, path: str) -> Any:
        status, _, text = self.ask("GET", path)
        assert status == 200, text
        return json.loads(text)

    def send_form(self, path: str, **fields: str) -> str:
        """Where the answer sends us."""
        form = urllib.parse.urlencode(fields)
        status, place, text = self.ask("POST", path, form, "application/x-www-form-urlencoded")
        assert status == 302, text
        return place

    def listen(self, path: str) -> socket.socket:
        """An open WebSocket; anything that arrives on it is news."""
        name, port = self.host.split(":")
        connection = socket.create_connection((name, int(port)), timeout=PATIENCE)
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {self.host}",
            f"Origin: http://{self.host}",
            f"Cookie: {self.cookie_header()}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        ]
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        assert connection.recv(4096).startswith(b"HTTP/1.1 101 ")
        return connection


def processes_of(checkout: Path) -> list[str]:
    """The command lines of every process that runs from this folder."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:  # it has ended meanwhile
                continue
            if str(checkout) in line:
                found.append(line)
    return found


def test_a_newcomer_plays_a_bot_and_ctrl_c_leaves_nothing_behind(checkout: Path) -> None:
    port = free_port()
    with running(checkout, port) as up:
        assert up.stdout is not None
        said = up.stdout.readline()
        assert said == f"Plypost is running at http://127.0.0.1:{port}/ (Ctrl-C stops it)\n"

        visitor = Visitor(port)
        assert visitor.ask("GET", "/accounts/join/")[0] == 200
        visitor.send_form(
            "/accounts/join/", username="ada", email="ada@example.org", password="grasshopper-27"
        )
        place = visitor.send_form("/play/bot/", game="dots-and-boxes")
        code = place.strip("/").split("/")[-1]
        api = f"/api/matches/{code}/"
        with visitor.listen(f"/ws/match/{code}/") as news:
            while visitor.get_json(api)["to_move"] != visitor.get_json(api)["me"]:
                assert news.recv(4096), "the socket was closed"
            before = visitor.get_json(api)
            played = json.dumps(
                {"ply": before["ply"], "moves": [before["legal"][0]["t"]], "key": "k"}
            )
            assert visitor.ask("POST", api + "moves/", played, "application/json")[0] == 200
            while visitor.get_json(api)["ply"] < before["ply"] + 2:
                assert news.recv(4096), "the socket was closed"
        assert processes_of(checkout) != []

        up.send_signal(signal.SIGINT)
        assert up.wait(PATIENCE) == 0
        assert processes_of(checkout) == []
