"""What the operator says about this server: an imprint, and more about privacy; a file for each language."""

from collections.abc import Iterable
from pathlib import Path

from tafelrunde.kernel.languages import LANGUAGES

OPEN = "[["
"""What a template begins a gap with: a text with a gap is not filled in yet, and not shown."""


def read(folder: str, page: str, languages: Iterable[str] = LANGUAGES) -> dict[str, str]:
    """A page (`imprint`, `privacy`) in the languages in which the operator has filled it in: `FOLDER/imprint.XX.md`."""
    if not folder:
        return {}
    texts = {lang: _text(Path(folder) / f"{page}.{lang}.md") for lang in languages}
    return {lang: text for lang, text in texts.items() if text and OPEN not in text}


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeError):
        return ""
