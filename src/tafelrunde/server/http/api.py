"""The HTTP endpoints. `python -m tafelrunde.server.http.api` prints docs/openapi.json."""

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.kernel.facts import Facts
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.languages import LANGUAGES
from tafelrunde.server import refusals
from tafelrunde.server.http import bodies, client_files, me, openapi, records, sessions
from tafelrunde.server.http.practice import analyse, practise
from tafelrunde.server.http.routing import Endpoint, HttpRefusal
from tafelrunde.server.people import about
from tafelrunde.server.process.fair_queue import Path
from tafelrunde.server.sent import endpoint as sent
from tafelrunde.server.sockets import schema as protocol
from tafelrunde.server.storage.entries import DatabaseUnavailable
from tafelrunde.server.structs import record_of
from tafelrunde.server.tables.hub import Hub
from tafelrunde.server.tables.preparation import Part
from tafelrunde.table import wishes
from tafelrunde.table.people.names import wrong_name
from tafelrunde.table.table import place_count
from tafelrunde.table.wishes import Refusal


async def new_session(body: bodies.NewSession) -> bodies.Session:
    """A new session for a name."""
    wrong = wrong_name(body.name)
    if wrong:
        raise HttpRefusal(422, wrong)
    token = sessions.new_token()
    return bodies.Session(token, str(sessions.person(token)), body.name.strip())


# tables


async def tables(hub: Hub, query: bodies.PageQuery) -> bodies.Tables:
    """The public tables, those that wait for players first."""
    return msgspec.convert({"tables": await hub.tables(query.offset)}, bodies.Tables)


async def new_table(hub: Hub, person: str, body: bodies.NewTable) -> bodies.Opened:
    """Open a table."""
    if hub.orders.read_only:
        raise HttpRefusal(503, refusals.refuse("read-only"))
    id = hub.new_id()
    host = sessions.at_table(person, id)
    settings, places = record_of(body.settings), record_of(body.places)
    opened = await hub.create(host, body.name, settings, places, body.commitment, id)
    if isinstance(opened, Refusal):
        raise HttpRefusal(422, opened)
    await hub.remember_visit(person, id)
    return bodies.Opened(id)


async def table(hub: Hub, payer: Path, id: str, person: str | None) -> bodies.Lobby:
    """What everybody may know of a table, and with a session who one is at it."""
    return msgspec.convert(await hub.lobby(id, person, payer), bodies.Lobby)


async def coded(hub: Hub, code: str) -> bodies.Found:
    """The open table to which a code of five letters leads; a code ends when the game starts."""
    id = await hub.table_with_code(code)
    if id is None:
        raise HttpRefusal(404, refusals.refuse("no-code"))
    return bodies.Found(id)


async def record(hub: Hub, payer: Path, id: str, person: str | None, query: bodies.RecordQuery) -> bodies.Record:
    """The record of a game that is over, for `tafelrunde verify`.

    Where onlookers were not allowed, only those who were at the table may have it.
    """
    found = await records.record(hub, payer, id, person)
    return await hub.pages.run(payer, lambda: msgspec.convert(found(), bodies.Record))


async def steps(hub: Hub, payer: Path, id: str, person: str | None, query: bodies.StepsQuery) -> bodies.Steps:
    """A game step by step, as a seat or an onlooker saw it, or with everything revealed.

    While the game is running this needs a session, and shows what one's own seats know. When it is over it is open to
    everybody who has the link; where onlookers were not allowed, to those who were at the table.
    """
    viewer: Any = int(query.seat) if query.seat.isdigit() else query.seat
    game, page = await records.steps(hub, payer, id, person, viewer, query.first, query.last)
    after = page[-1].number + 1 if page else game.last + 1
    return bodies.Steps(
        table=id,
        game=game.game.name,
        options=game.game.options,
        names=game.names,
        phase=game.phase,
        old_rules=game.ended is not None,
        last=game.last,
        next=after if after <= min(game.last, game.last if query.last is None else query.last) else None,
        steps=page,
    )


async def review(hub: Hub, payer: Path, id: str, person: str | None) -> bodies.Reviewed:
    """Every decision of a game that is over: what was best, what was thrown away, and what was luck.

    It takes a while to compute: the status is 202 until it is complete, so ask again. Whoever may have the record may
    have it. A game that the host ended has none.
    """
    found = await records.reviewable(hub, payer, id, person)
    job = hub.reviews.known(id) or hub.reviews.job(id, await hub.pages.run(payer, found), payer)
    return bodies.Reviewed(id, job.moves, job.done, job.review)


# games


async def games(hub: Hub) -> bodies.Games:
    """The games and their options, the levels of bots, and the phrases that people can say."""
    ready, imprint = hub.preparation.ready, about.read(hub.config.about, "imprint")
    is_local = hub.config.local and client_files.has_local()
    return shown_games(ready, hub.config.speed, bool(imprint), is_local)


def shown_games(ready: Callable[[str], list[Part]], speed: float, imprint: bool, local: bool) -> bodies.Games:
    """The games, with what is ready of each."""
    return bodies.Games(
        games=[_game(tr.load(name), ready(name)) for name in tr.games()],
        levels={level: {lang: bots.level_name(level, lang) for lang in LANGUAGES} for level in _levels()},
        phrases={
            phrase: {lang: wishes.TEXTS.say("phrase", phrase, lang) for lang in LANGUAGES} for phrase in wishes.PHRASES
        },
        speed=speed,
        imprint=imprint,
        local=local,
    )


def _levels() -> list[str]:
    """The levels that the bots of some game have, those meant for people first."""
    offered = [level for level in bots.LEVELS if any(level in bots.levels(game) for game in tr.games())]
    return sorted(offered, key=lambda level: level not in bots.PEOPLE)


def _game(game: Game, ready: list[Part]) -> bodies.ShownGame:
    options = [
        bodies.Choice(
            option.name, option.default, list(option.choices), game.rulebook.texts.say_in_all("option", option.name)
        )
        for option in game.OPTIONS
    ]
    levels = [level for level in bots.levels(game.name) if level in bots.PEOPLE]
    return bodies.ShownGame(
        game.name, _about(game), place_count(game.name), game.NOTATION, options, _facts(game.facts), levels, ready
    )


def _facts(facts: Facts) -> bodies.ShownFacts:
    return bodies.ShownFacts(
        players=list(facts.players),
        usual_players=facts.usual_players,
        minutes=facts.minutes,
        age=facts.age,
        sides=[list(seats) for seats in facts.sides],
        simultaneous=facts.simultaneous,
        secrets=facts.secrets,
        memory=facts.look_seconds is not None,
        look_seconds=facts.look_seconds,
        countdown=facts.countdown,
        shared_screen=facts.shared_screen,
        brief_events=list(facts.brief_events),
        solved=facts.solved,
    )


def _about(game: Game) -> bodies.About:
    description = {lang: game.rulebook.description(lang) for lang in LANGUAGES}
    players = [min(game.facts.players), max(game.facts.players)]
    facts = {"players": players, "age": game.facts.age, "minutes": game.facts.minutes}
    return msgspec.convert(game.rulebook.about | facts | description, bodies.About)


async def rules(game: str) -> bodies.Rules:
    """Every rule of a game."""
    if game not in tr.games():
        raise HttpRefusal(404, refusals.refuse("no-game", allowed=", ".join(tr.games())))
    return shown_rules(game)


def shown_rules(game: str) -> bodies.Rules:
    """Every rule of a game that exists."""
    loaded = tr.load(game)
    listed = [bodies.ShownRule(rule.id, rule.kind, rule.texts) for rule in loaded.rulebook.rules.values()]
    return bodies.Rules(game, _about(loaded), listed)


# for operators and developers


async def healthz() -> bodies.Health:
    """Whether the process answers; if not, it is to be restarted. It asks nobody else."""
    return bodies.Health(ok=True)


async def readyz(hub: Hub) -> bodies.Ready:
    """Whether people can play here: the database works, or the status is 503. Without Redis they can."""
    try:
        await hub.check_database()
    except DatabaseUnavailable as error:
        raise HttpRefusal(503, refusals.refuse(f"database-{error.kind}")) from None
    return bodies.Ready(ok=True, redis=not hub.bus.down)


async def address(hub: Hub) -> bodies.Address:
    """Where others on the local network find this server; empty if it does not know, as behind a proxy."""
    return bodies.Address(hub.config.address)


async def about_server(hub: Hub) -> bodies.AboutServer:
    """The operator's imprint, what they say about privacy, and how long what is kept."""
    config = hub.config
    imprint, privacy = about.read(config.about, "imprint"), about.read(config.about, "privacy")
    return bodies.AboutServer(imprint, privacy, config.keep_names, config.unstarted)


async def figures(hub: Hub) -> str:
    """The server's metrics, for Prometheus."""
    return hub.metrics.text().decode()


async def description() -> dict[str, Any]:
    """This document."""
    return _document()


@cache
def _document() -> dict[str, Any]:
    return openapi.document(ENDPOINTS)


async def messages() -> dict[str, Any]:
    """The messages of a table's WebSocket, as JSON Schema."""
    return _schema()


@cache
def _schema() -> dict[str, Any]:
    return protocol.schema()


ENDPOINTS = (
    Endpoint("POST", "/api/session", new_session),
    *me.ENDPOINTS,
    *sent.ENDPOINTS,
    Endpoint("GET", "/api/games", games),
    Endpoint("GET", "/api/rules/{game}", rules),
    Endpoint("GET", "/api/tables", tables, cost=1),
    Endpoint("POST", "/api/tables", new_table, (503,)),
    Endpoint("GET", "/api/tables/{id}", table, cost=4),
    Endpoint("GET", "/api/codes/{code}", coded, guessed=True),
    Endpoint("GET", "/api/records/{id}", record, (403, 409), file="tafelrunde-{game}-{table}.json", cost=4),
    Endpoint("GET", "/api/records/{id}/steps", steps, (403, 409), cost=19),
    Endpoint(
        "GET", "/api/records/{id}/review", review, (403, 409), unfinished=lambda found: found.review is None, cost=4
    ),
    Endpoint("POST", "/api/practice", practise, (409,), status=200, cost=4),
    Endpoint("POST", "/api/analysis", analyse, (409,), status=200, cost=9),
    Endpoint("GET", "/api/about", about_server),
    Endpoint("GET", "/api/address", address),
    Endpoint("GET", "/api/openapi.json", description),
    Endpoint("GET", "/api/protocol.json", messages),
    Endpoint("GET", "/healthz", healthz),
    Endpoint("GET", "/readyz", readyz, (503,)),
    Endpoint("GET", "/metrics", figures),
)


if __name__ == "__main__":
    print(openapi.text(ENDPOINTS), end="")
