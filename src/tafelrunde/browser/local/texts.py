"""What a table without a server says of itself; all else is said by the table and the rules."""

from pathlib import Path
from typing import Any

from tafelrunde.kernel.languages import Texts
from tafelrunde.table.wishes import Refusal

TEXTS = Texts(Path(__file__).parent)


def refuse(code: str, **values: Any) -> Refusal:
    """A refusal that comes neither from the table nor from a rule."""
    return Refusal(code, TEXTS.say_in_all("refusal", code, **values))
