"""The listening socket. Imports little, so that it opens, and the browser with it, while the rest loads."""

import errno
import socket
import threading

from parlour.core.errors import ParlourError


def only_here(host: str) -> bool:
    """Is this address reachable from this machine only?

    >>> only_here("127.0.0.1"), only_here("0.0.0.0")
    (True, False)
    """
    return host in ("localhost", "::1") or host.startswith("127.")


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; ParlourError if that is not possible."""
    if not 0 <= port < 1 << 16:  # the system would take the number modulo 65536
        raise ParlourError(f"--port takes a number from 0 to 65535, not {port}.")
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listener = socket.socket(family[0], socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(family[4])
        listener.listen(2048)
    except OSError as error:
        advice = " Try --port 0." if error.errno in (errno.EADDRINUSE, errno.EACCES) else ""
        raise ParlourError(f"Parlour cannot listen on {host}:{port} ({error.strerror}).{advice}") from None
    return listener


def address_of(listener: socket.socket) -> str:
    """Where a browser on this machine finds the server."""
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "localhost"}.get(host, host)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def open_browser(address: str) -> None:
    """Open a page in the user's browser, without waiting for it; it is answered as soon as the server is there."""

    def work() -> None:
        import webbrowser

        webbrowser.open(address)

    threading.Thread(target=work, daemon=True).start()
