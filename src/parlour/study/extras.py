"""Checks for optional libraries: a missing one is reported before any work is done."""

from importlib.util import find_spec

from parlour.core.errors import ParlourError


def need_report() -> None:
    """Fail unless the libraries of the extra `report` are installed."""
    missing = [module for module in ("polars", "altair", "vl_convert") if find_spec(module) is None]
    if missing:
        raise ParlourError(f"Reports need {' and '.join(missing)}; install it with: pip install 'parlour[report]'")
