"""The server's log as lines of JSON, for programs that collect logs."""

import json
import logging
from datetime import UTC, datetime


class JsonLines(logging.Formatter):
    """One JSON object a line: when, how bad, from where, what, and the traceback if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as a line."""
        said: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": record.getMessage(),
        }
        if record.exc_info:
            said["error"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


def set_up_log(level: int, style: str) -> None:
    """Log to standard error, as text or as JSON."""
    handler = logging.StreamHandler()
    text = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonLines() if style == "json" else text)
    logging.basicConfig(level=level, handlers=[handler])
