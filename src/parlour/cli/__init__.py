"""The one command: parlour. Each module here holds a group of commands, or what one of them prints."""

import errno
import io
import os
import sys
from pathlib import Path

from cyclopts import App, CycloptsError, Parameter, UnusedCliTokensError

from parlour import __version__, _build
from parlour.cli import deck, ladder, new_game, play, records, serve, study, train
from parlour.core.errors import ParlourError


def _version() -> str:
    return f"parlour {__version__} ({_build.in_use()} rules)"


def _worth_saying(default: object) -> str | None:
    """A default as --help shows it; empty for those that mean "not given"."""
    return None if default is None or default is False or default in ("", ()) else str(default)


app = App(
    name="parlour",
    help="Tabletop card games: play them, watch them, look inside them.",
    version=_version,
    result_action="return_value",
    default_parameter=Parameter(show_default=_worth_saying),
)


for command in (
    play.games,
    play.rules,
    play.learn,
    play.play,
    serve.serve,
    play.join,
    study.duel,
    study.simulate,
    study.sweep,
    study.tournament,
    study.worth,
    study.tune,
    study.decisions,
    study.again,
    study.report,
    ladder.ladder,
    ladder.trajectories,
    train.train,
    study.compare,
    records.replay,
    records.hint,
    records.review,
    records.verify,
    records.position,
    play.agent,
    play.mcp,
    play.actions,
    new_game.new_game,
    play.observation,
):
    app.command(command)
app.command(deck.app)
app.command(study.study)


def main() -> None:
    """Run the command line. Wrong input prints one sentence and exits with code 2."""
    # A stream is None if the parent process closed it.
    sys.stdin, sys.stdout = sys.stdin or Path(os.devnull).open(), sys.stdout or Path(os.devnull).open("w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a file's names may hold what no text can
    try:
        code = app(sys.argv[1:], print_error=False, exit_on_error=False)
        sys.stdout.flush()
    except UnusedCliTokensError as error:
        print(f"Unexpected arguments: {' '.join(error.unused_tokens or ())}", file=sys.stderr)
        code = 2
    except (ParlourError, CycloptsError) as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        code = 2
    except EOFError:
        code = 0
    except KeyboardInterrupt:
        code = 130
    except OSError as error:
        full = error.errno == errno.ENOSPC
        if not full and not isinstance(error, BrokenPipeError):
            raise
        # The reader left or the disk is full: keep Python from flushing again when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1 if full else 0
        if full:
            print(f"The output cannot be written ({error.strerror}).", file=sys.stderr)
    raise SystemExit(code)
