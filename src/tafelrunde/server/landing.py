"""The page that a browser gets: what this is, and how to join. It stands here until there is a client for browsers."""

from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse

import tafelrunde as tr
from tafelrunde.kernel.errors import LANGUAGES
from tafelrunde.server.hub import A_PAGE, Hub
from tafelrunde.server.words import TEXTS

PAGE = Template(Path(__file__).with_name("landing.html").read_text(encoding="utf-8"))
HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "vary": "accept, accept-language",
}
FOR_PROGRAMS = ("/api/", "/ws/", "/healthz", "/metrics")


async def landing(request: Request) -> HTMLResponse:
    """What this is, how many play, and how to join."""
    hub: Hub = request.app.state.hub
    lang = language(request.headers.get("accept-language", ""))
    content = _say("welcome", lang) + _now(await hub.tables(0), lang) + _games(lang) + _say("join", lang)
    return _page(content, lang)


def is_for_people(request: Request) -> bool:
    """Whether somebody looks at this with a browser, at an address that is no program's."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(FOR_PROGRAMS)


def not_found(request: Request) -> HTMLResponse:
    """There is nothing here, and the way back."""
    lang = language(request.headers.get("accept-language", ""))
    return _page(_say("nothing", lang), lang, 404)


def language(accepted: str) -> str:
    """The language that a browser prefers among ours; English, if it has none of them."""
    wanted: dict[str, float] = {}
    for entry in accepted.split(","):
        name, _, quality = entry.partition(";q=")
        wanted.setdefault(name.strip().lower()[:2], _number(quality))
    return max(("en", *LANGUAGES), key=lambda lang: wanted.get(lang, 0.0))


def _number(quality: str) -> float:
    try:
        return float(quality or 1.0)
    except ValueError:
        return 0.0


def _page(content: str, lang: str, status: int = 200) -> HTMLResponse:
    text = PAGE.substitute(lang=lang, title=_say("title", lang), content=content)
    return HTMLResponse(text, status, headers=HEADERS | {"content-language": lang})


def _now(tables: list[dict[str, Any]], lang: str) -> str:
    """How many of the first page of public tables wait for people, and play."""
    phases, more = [table["phase"] for table in tables], "+" if len(tables) == A_PAGE else ""
    counts = "".join(
        f"<span><b>{phases.count(phase)}{more}</b>{_say(phase, lang)}</span>" for phase in ("open", "running")
    )
    return f'<div class="now"><span class="soft">{_say("tables", lang)}</span>{counts}</div>'


@cache
def _games(lang: str) -> str:
    books = [tr.load(name).rulebook.about for name in tr.games()]
    return "<dl>" + "".join(f"<dt>{escape(book['name'])}</dt><dd>{escape(book[lang])}</dd>" for book in books) + "</dl>"


def _say(key: str, lang: str) -> str:
    """A text of the page, with its headings and links."""
    return TEXTS.say("page", key, lang)
