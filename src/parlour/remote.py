"""A table on a server, reached over HTTP: what the terminal needs to sit there. Tokens are kept between visits."""

import json
import os
import secrets
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec

from parlour.core.errors import ParlourError
from parlour.server.protocol import http_messages, messages

WAIT = 20
"""Timeout of one long poll, in seconds."""
Answer = TypeVar("Answer")


class Gone(ParlourError):
    """The server or the table cannot be reached."""


class RemoteTable:
    """One table on a server, and the person who sits or watches there."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address if "//" in address else f"http://{address}")
        code = parts.path.rstrip("/").rsplit("/", 1)[-1]
        if parts.scheme not in ("http", "https") or not parts.netloc or not code:
            raise ParlourError(f"{address!r} is not the address of a table; it looks like http://host:8000/t/ABCD2345.")
        self.server = f"{parts.scheme}://{parts.netloc}"
        self.code = code.upper()
        self.token = _tokens().get(self.server, "new")
        self._news = threading.Condition()
        self._update: messages.Update | None = None
        self._failed = ""
        self._seen = 0
        self._listening = False

    def join(self, name: str) -> int | None:
        """Take a seat, or the one held before; None if there is only room to watch."""
        view = self.get("view", messages.Update).view
        if view.you.seat is not None:
            return view.you.seat
        if view.table.status != "lobby" or all(seat.kind != "open" for seat in view.table.seats):
            return None
        seated = self.post("join", http_messages.Join(name), http_messages.Seated)
        if seated.token:
            self.token = seated.token
            _keep(self.server, seated.token)
        if view.table.seal:  # chosen after the server committed itself
            self.do(messages.Share(secrets.token_hex(16)))
        return seated.seat

    def act(self, prompt: str, action: int) -> messages.Ack:
        """Choose an action. A retry after a lost response still does it once."""
        act = messages.Act(secrets.token_hex(8), prompt, action)
        for _ in range(5):
            try:
                return self.post("act", act, messages.Ack)
            except Gone:
                time.sleep(1.0)
        return self.post("act", act, messages.Ack)

    def do(self, command: messages.Command) -> messages.Ack:
        """Send a command to the table."""
        return self.post("do", messages.Do(secrets.token_hex(8), command), messages.Ack)

    def hint(self) -> tuple[list[str], str]:
        """What the server's coach would do, the best three in a line each, and why."""
        hint = self.get("hint", http_messages.Hint)
        return [f"{one.label}: {100 * one.chance:.0f} % to win" for one in hint.best[:3]], hint.why

    # Listening

    def listen(self) -> None:
        """Poll for updates in the background, which also shows the others that somebody is here."""
        self._listening = True
        threading.Thread(target=self._listen, daemon=True).start()

    def go(self) -> None:
        """Stop polling; the server soon counts this person as away."""
        self._listening = False

    def _listen(self) -> None:
        have, wait = -1, 0.5
        while self._listening:
            try:
                query = f"view?wait={WAIT}&have={have}" if have >= 0 else "view"
                update = self.get(query, messages.Update)
                failed, have, wait = "", update.seq, 0.5
            except ParlourError as error:
                update, failed = None, str(error)
            with self._news:
                self._update = update or self._update
                self._failed = failed
                self._news.notify_all()
            if failed:
                time.sleep(wait)
                wait = min(8.0, wait * 2)

    def next(self) -> messages.Update:
        """The newest update, as soon as there is an unread one."""
        told = False
        with self._news:
            while self._update is None or self._update.seq <= self._seen:
                self._news.wait(1.0)
                if self._failed and not told:
                    told = True
                    print(f"({self._failed} Trying again...)", flush=True)
            self._seen = self._update.seq
            return self._update

    def latest(self, wanted: Callable[[messages.Snapshot], bool], seconds: float) -> messages.Snapshot:
        """The newest view, as soon as it is a wanted one or the time is up."""
        end = time.monotonic() + seconds
        with self._news:
            while self._update is None or not wanted(self._update.view):
                left = end - time.monotonic()
                if left <= 0.0:
                    break
                self._news.wait(left)
            if self._failed or self._update is None:
                raise Gone(self._failed or f"{self.server} has not answered yet.")
            return self._update.view

    # Asking

    def get(self, path: str, kind: type[Answer]) -> Answer:
        """Send a GET request."""
        return self._ask(path, None, kind)

    def post(self, path: str, body: msgspec.Struct, kind: type[Answer]) -> Answer:
        """Send a POST request."""
        return self._ask(path, msgspec.json.encode(body), kind)

    def _ask(self, path: str, body: bytes | None, kind: type[Answer]) -> Answer:
        headers = {"authorization": f"Bearer {self.token}", "content-type": "application/json"}
        request = urllib.request.Request(f"{self.server}/api/tables/{self.code}/{path}", body, headers)
        try:
            with urllib.request.urlopen(request, timeout=WAIT + 15) as answer:
                return msgspec.json.decode(answer.read(), type=kind)
        except urllib.error.HTTPError as error:
            with error:
                return _refused(error.read(), kind)
        except (urllib.error.URLError, HTTPException, OSError) as error:
            raise Gone(f"{self.server} cannot be reached ({getattr(error, 'reason', error)}).") from None
        except msgspec.DecodeError:
            raise Gone(f"{self.server} did not answer like a Parlour server of this version.") from None


def _refused(body: bytes, kind: type[Answer]) -> Answer:
    """A refusal decoded as the expected message, or its sentence as an error."""
    if kind is messages.Ack:
        try:
            return msgspec.json.decode(body, type=kind)
        except msgspec.DecodeError:
            pass
    try:
        text = msgspec.json.decode(body, type=messages.Refusal).text
    except msgspec.DecodeError:
        raise Gone("This server did not answer like a Parlour server.") from None
    raise ParlourError(text)


# Tokens between visits, readable for their owner only


def _token_file() -> Path:
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "parlour" / "servers.json"


def _tokens() -> dict[str, str]:
    try:
        found = json.loads(_token_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(server): str(token) for server, token in found.items()} if isinstance(found, dict) else {}


def _keep(server: str, token: str) -> None:
    file = _token_file()
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        text = json.dumps({**_tokens(), server: token})
        with os.fdopen(os.open(file, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:
            out.write(text)
    except OSError as error:
        print(f"(Your seat cannot be remembered for next time: {error.strerror}.)", file=sys.stderr)
