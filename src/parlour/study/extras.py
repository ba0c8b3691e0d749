"""The libraries of the extras: what is missing is said in one sentence before any work is done."""

from importlib.util import find_spec

from parlour.core.errors import ParlourError


def need_report() -> None:
    """Reports need the extra `report`."""
    missing = [module for module in ("polars", "altair", "vl_convert") if find_spec(module) is None]
    if missing:
        raise ParlourError(f"Reports need {' and '.join(missing)}; install it with: pip install 'parlour[report]'")
