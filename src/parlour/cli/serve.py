"""The command that serves tables: serve."""

import gc
from typing import Annotated

from cyclopts import Parameter


# long: declares the parameters of the command
def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str = "",
    workers: int = 1,
    open_browser: Annotated[bool, Parameter(negative="--no-browser")] = False,
    bot_pace: float = 800.0,
    grace: float = 180.0,
    origin: Annotated[tuple[str, ...], Parameter(negative=())] = (),
    tables_an_hour: int | None = None,
    limits: bool = True,
    thinkers: int | None = None,
    bots: str = "",
    review_seconds: float = 20.0,
    proxy: str = "",
    compress: bool = False,
    log_requests: Annotated[bool, Parameter(negative=())] = False,
    log_format: str = "text",
    keep_days: float = 0.0,
) -> int:
    """Serve tables for browsers and other clients, to play with friends and bots.

    Parameters
    ----------
    host
        The address to listen on; 0.0.0.0 lets other machines in.
    port
        The port to listen on; 0 takes any that is free.
    database
        Where tables are kept: a file, or postgresql://... Default: a file in your data folder.
    workers
        How many processes share the work.
    open_browser
        Open the page in a browser.
    bot_pace
        Average milliseconds a bot takes for a move.
    grace
        Seconds a player may be away before a bot can take the seat.
    origin
        Another address under which browsers reach this server, such as https://games.example.org; repeatable.
    tables_an_hour
        How many tables one address may open in an hour, 0 for no limit. Default: 20, or no limit if only this machine
        can connect.
    limits
        Whether to limit the rate of requests.
    thinkers
        Worker processes for strong bots and hints. Default: one less than the number of cores.
    bots
        Bots of your own that tables may seat, such as my_module:MyBot or sharp.net; a list has commas. Their code runs
        with the server's rights.
    review_seconds
        Seconds of thinking for the review of one player's game; reviews run one at a time.
    proxy
        The address of a proxy in front of this server whose forwarded client addresses are trusted.
    compress
        Compress WebSocket messages: less traffic, more CPU time.
    log_requests
        Log requests, without anything private.
    log_format
        The format of the log: text or json.
    keep_days
        Delete tables after this many days without any change. Default: keep all.
    """
    from parlour.server import listen

    own = _known(bots.split(",")) if bots else ()
    listener = listen.listen(host, port)
    if open_browser:
        listen.open_browser(listen.address_of(listener))
    # Everything loaded so far stays: keep the garbage collector from scanning it.
    gc.disable()

    from parlour.server.serve import serve as start
    from parlour.server.settings import Settings, TablePolicy

    policy = TablePolicy(grace=grace, bot_pace=bot_pace / 1000, review=review_seconds)
    return start(
        Settings(
            database=database,
            workers=workers,
            policy=policy,
            limits=limits,
            tables_an_hour=tables_an_hour if tables_an_hour is not None else 0 if listen.only_here(host) else 20,
            origins=origin,
            proxies=proxy,
            only_here=listen.only_here(host),
            thinkers=thinkers,
            bots=own,
            deflate=compress,
            log_requests=log_requests,
            log_format=log_format,
            keep_days=keep_days,
        ),
        listener,
    )


def _known(names: list[str]) -> tuple[str, ...]:
    """Bots by name; a wrong one is noticed before the server starts."""
    from parlour.bots import find_bot

    return tuple(find_bot(name.strip()).name for name in names)
