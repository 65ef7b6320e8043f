"""What sitting first is worth, from random players to the strongest."""

from collections.abc import Sequence
from typing import Any

from tafelrunde.lab import simulate
from tafelrunde.lab.sides import sides
from tafelrunde.lab.study import pictures
from tafelrunde.lab.study.chapters.length import ELSEWHERE, others, subject_command
from tafelrunde.lab.study.document import Chapter, Commands
from tafelrunde.lab.study.plan import RANDOM_GAMES, Experiment, Subject
from tafelrunde.lab.study.statistics import kept, share
from tafelrunde.lab.study.texts import level, number, ranged, say, table

SHARED = 1.001
"""If all shares come to more, some wins were shared and counted for everybody."""


def experiments(subject: Subject) -> list[Experiment]:
    """Games of equals: every level with the usual number of players, one level and random with the others."""
    return [
        *(subject.at_random(players=players) for players in subject.usual.facts.players),
        *(subject.among(name) for name in subject.levels if name != "random"),
        *(subject.among(subject.elsewhere, part=ELSEWHERE, players=players) for players in others(subject)),
        *(subject.asked.start.experiments(subject) if subject.asked.start else ()),
    ]


def measure(subject: Subject, results: dict[str, list[Any]]) -> dict[str, Any]:
    """For every level and number of players, how often each side wins, in the order of seats."""
    rows = []
    for players in subject.usual.facts.players:
        usual = players == subject.usual.players
        rows.append(_random(subject, players, results))
        for name in [name for name in subject.levels if name != "random"] if usual else [subject.elsewhere]:
            played = subject.among(name) if usual else subject.among(name, part=ELSEWHERE, players=players)
            games = [row for part in results[played.key] for deal in part for row in deal]
            shares = [share([row["points"][side] for row in games]) for side in range(len(games[0]["points"]))]
            rows.append({"players": players, "level": name, "games": len(games), "shares": shares})
    return {"rows": rows, "exact": _exact(subject, results)}


def _exact(subject: Subject, results: dict[str, list[Any]]) -> float | None:
    """What is known for certain, where both play as well as possible."""
    asked = subject.asked.start
    if asked is None:
        return None
    return kept(asked.measure([found for each in asked.experiments(subject) for found in results[each.key]]))


def _random(subject: Subject, players: int, results: dict[str, list[Any]]) -> dict[str, Any]:
    game, games = subject.contest("random", players=players).game, subject.amount(RANDOM_GAMES)
    found = simulate.summary(game, games, subject.seed, results[subject.at_random(players=players).key])
    won = [round(found.wins[seats[0]] * games) for seats in sides(game)]
    shares = [share([1.0] * count + [0.0] * (games - count)) for count in won]
    return {"players": players, "level": "random", "games": games, "shares": shares}


def is_clear(one: dict[str, float], fair: float) -> bool:
    """Whether it is not what equals would have."""
    return not one["low"] <= fair <= one["high"]


def tell(subject: Subject, figures: dict[str, Any], lang: str) -> Chapter:
    """The picture, the table and what follows."""
    rows = figures["rows"]
    usual = [row for row in rows if row["players"] == subject.usual.players]
    said = sentences(subject, figures, lang)
    picture = pictures.dots(
        "start",
        say("start", _key(subject, "picture"), lang, players=subject.usual.players),
        said[0],
        [
            pictures.Dot(level(row["level"], lang), *(row["shares"][0][key] for key in ("value", "low", "high")))
            for row in usual
        ],
        lambda value: number(value, ".0%", lang),
        line=1 / len(usual[0]["shares"]),
        axis=say("start", _key(subject, "axis"), lang),
    )
    how = say("start", _key(subject, "how"), lang)
    return Chapter(
        "start",
        say("start", _key(subject, "title"), lang),
        [" ".join(said), picture, _table(subject, rows, lang), how, _commands(subject, rows, lang)],
        [said[0]],
    )


def sentences(subject: Subject, figures: dict[str, Any], lang: str) -> list[str]:
    """What sitting first is worth: exactly if that is known, by the level that played most, and in random games."""
    usual = [row for row in figures["rows"] if row["players"] == subject.usual.players]
    most = max((row for row in reversed(usual) if row["level"] in subject.people), key=lambda row: row["games"])
    said = [sentence(subject, most, lang)]
    if figures["exact"] is not None:
        said.insert(0, say("start", "exact", lang, share=number(figures["exact"], ".1%", lang)))
    chance = usual[0]
    if sum(each["value"] for each in chance["shares"]) < SHARED:
        share_ = ranged(chance["shares"][0], ".1%", lang)
        said.append(say("start", _key(subject, "random"), lang, share=share_, games=number(chance["games"], ",", lang)))
    return said


def _key(subject: Subject, key: str) -> str:
    """Where everybody acts at once, nobody sits first."""
    return f"race-{key}" if subject.usual.facts.simultaneous else key


def sentence(subject: Subject, row: dict[str, Any], lang: str) -> str:
    """What sitting first is worth to these players, or how much of that would not have been seen."""
    first, fair = row["shares"][0], 1 / len(row["shares"])
    clear = is_clear(first, fair)
    verdict = "even" if not clear else "more" if first["value"] > fair else "less"
    unseen = max(1, round((first["high"] - first["low"]) * 50))
    seen = number(abs(first["value"] - fair), ".1pp", lang)
    return say(
        "start",
        _key(subject, verdict),
        lang,
        level=level(row["level"], lang),
        share=ranged(first, ".1%", lang),
        fair=number(fair, ".1%", lang),
        points=seen if clear else unseen,
        games=row["games"],
        players=row["players"],
    )


def _table(subject: Subject, rows: Sequence[dict[str, Any]], lang: str) -> Any:
    most = max(len(row["shares"]) for row in rows)
    cells = [
        [
            level(row["level"], lang),
            str(row["players"]),
            number(row["games"], ",", lang),
            *(ranged(each, ".1%", lang) for each in row["shares"]),
            *("" for _ in range(most - len(row["shares"]))),
        ]
        for row in rows
    ]
    found = table("start", _key(subject, "table"), ["who", "players", "games"], cells, lang)
    sides_ = [say("start", "side", lang, side=side + 1) for side in range(most)]
    return type(found)(found.title, [*found.columns, *sides_], found.rows, found.left)


def _commands(subject: Subject, rows: Sequence[dict[str, Any]], lang: str) -> Commands:
    lines = [
        f"tafelrunde simulate {subject.name} --games {row['games']} --seed {subject.seed} -o players={row['players']}"
        for row in rows
        if row["level"] == "random"
    ]
    return Commands(say("study", "commands", lang), [subject_command(subject, "start"), *lines])
