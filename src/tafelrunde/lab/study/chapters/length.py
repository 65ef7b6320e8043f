"""How long a game is, and for whom: moves, rounds and minutes, by the number of players and by who plays."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tafelrunde import bots
from tafelrunde.lab import simulate
from tafelrunde.lab.study import pictures
from tafelrunde.lab.study.document import Chapter, Commands
from tafelrunde.lab.study.plan import RANDOM_GAMES, Experiment, Subject
from tafelrunde.lab.study.questions import Row
from tafelrunde.lab.study.statistics import kept, mean
from tafelrunde.lab.study.texts import level, number, ranged, say, table

SHORT = 10
"""Minutes below this are told with a decimal."""
ELSEWHERE = 0.5
"""With other numbers of players so much less is played."""


def experiments(subject: Subject) -> list[Experiment]:
    """Random games with every number of players; games of equals of every level with the usual number."""
    counts = subject.usual.facts.players
    return [
        *(subject.at_random(players=players) for players in counts),
        *(subject.among(name) for name in players_at(subject)),
        *(subject.among(subject.elsewhere, part=ELSEWHERE, players=players) for players in others(subject)),
    ]


def others(subject: Subject) -> list[int]:
    """The numbers of players that are not the usual one."""
    return [players for players in subject.usual.facts.players if players != subject.usual.players]


def players_at(subject: Subject) -> list[str]:
    """Who plays with the usual number of players: all levels for people, and who plays with the others."""
    return [name for name in subject.levels if name in (*subject.people, subject.elsewhere)]


def measure(subject: Subject, results: dict[str, list[Any]]) -> dict[str, Any]:
    """A row for each number of players and level."""
    rows = []
    for players in subject.usual.facts.players:
        rows.append(_random(subject, players, results))
        usual = players == subject.usual.players
        for name in players_at(subject) if usual else [subject.elsewhere]:
            played = subject.among(name) if usual else subject.among(name, part=ELSEWHERE, players=players)
            games = [row for part in results[played.key] for deal in part for row in deal]
            rows.append({"players": players, "level": name, "games": len(games)} | _of_bots(games))
    facts = subject.usual.facts
    return {"rows": rows, "box": {"players": facts.players, "minutes": facts.minutes, "age": facts.age}}


def _random(subject: Subject, players: int, results: dict[str, list[Any]]) -> dict[str, Any]:
    experiment = subject.at_random(players=players)
    game = subject.contest("random", players=players).game
    games = subject.amount(RANDOM_GAMES)
    found = simulate.summary(game, games, subject.seed, results[experiment.key])
    length = {key: found.length[key] for key in ("low", "median", "high")}
    return {
        "players": players,
        "level": "random",
        "games": games,
        "moves": length | {"mean": kept(found.length["mean"])},
    }


def _of_bots(games: Sequence[Row]) -> dict[str, Any]:
    found: dict[str, Any] = {"moves": spread([row["moves"] for row in games])}
    found["moves"]["mean"] = mean([row["moves"] for row in games])
    if games[0]["rounds"] is not None:
        found["rounds"] = spread([row["rounds"] for row in games])
    found["minutes"] = spread([kept(row["seconds"] / 60) for row in games])
    return found


def spread(values: Sequence[float]) -> dict[str, Any]:
    """The median, and where nine of ten lie."""
    counts: Any = Counter(values)
    ends = {"low": 0.05, "median": 0.5, "high": 0.95}
    return {name: kept(simulate.quantile(counts, share)) for name, share in ends.items()}


def tell(subject: Subject, figures: dict[str, Any], lang: str) -> Chapter:
    """The table, a picture of the minutes, and the sentences."""
    rows = figures["rows"]
    played = [row for row in rows if "minutes" in row]
    usual = [row for row in played if row["players"] == subject.usual.players]
    middle = next((row for row in usual if row["level"] == bots.usual(subject.name)), usual[0])
    dots = [
        pictures.Dot(
            say("length", "players", lang, players=row["players"]),
            row["minutes"]["median"],
            row["minutes"]["low"],
            row["minutes"]["high"],
            level(row["level"], lang),
        )
        for row in played
    ]
    picture = pictures.dots(
        "length",
        say("length", "picture", lang),
        sentence(middle, lang),
        dots,
        lambda value: number(value, ",.0f" if middle["minutes"]["median"] >= SHORT else ",.1f", lang),
        axis=say("length", "axis", lang),
    )
    box = figures["box"]
    claim = say(
        "length",
        "box" if len(box["players"]) > 1 else "box-one",
        lang,
        fewest=box["players"][0],
        most=box["players"][-1],
        minutes=box["minutes"],
        age=box["age"],
    )
    key = "clock" if subject.usual.facts.simultaneous else "guess"
    how = [say("length", key, lang, seconds=round(subject.asked.seconds_a_move))]
    if subject.asked.rounds and subject.asked.texts:
        how.append(subject.asked.texts.say("length", "rounds", lang))
    return Chapter(
        "length",
        say("length", "title", lang),
        [
            claim,
            sentence(middle, lang),
            " ".join(how),
            picture,
            _table(subject, rows, lang),
            _commands(subject, rows, lang),
        ],
        [sentence(middle, lang)],
    )


def sentence(row: dict[str, Any], lang: str) -> str:
    """How long a game is for these players."""
    form = ",.0f" if row["minutes"]["median"] >= SHORT else ",.1f"
    values = {key: number(row["minutes"][key], form, lang) for key in ("median", "low", "high")}
    values["moves"] = number(row["moves"]["median"], ",.0f", lang)
    return say("length", "sentence", lang, players=row["players"], level=level(row["level"], lang), **values)


def _table(subject: Subject, rows: Sequence[dict[str, Any]], lang: str) -> Any:
    with_rounds = any("rounds" in row for row in rows)
    columns = ["who", "players", "games", "moves", "mean", *(["rounds"] if with_rounds else []), "minutes"]

    def cells(row: dict[str, Any]) -> list[str]:
        average = row["moves"]["mean"]
        written = ranged(average, ",.1f", lang) if isinstance(average, dict) else number(average, ",.1f", lang)
        rounds = [spread_text(row.get("rounds"), lang)] if with_rounds else []
        head = [level(row["level"], lang), str(row["players"]), number(row["games"], ",", lang)]
        return [
            *head,
            spread_text(row["moves"], lang),
            written,
            *rounds,
            spread_text(row.get("minutes"), lang, short=True),
        ]

    return table("length", "table", columns, [cells(row) for row in rows], lang)


def spread_text(found: dict[str, Any] | None, lang: str, short: bool = False) -> str:
    """A median and where nine of ten lie; short times with a decimal."""
    if found is None:
        return "–"
    form = ",.1f" if short and found["median"] < SHORT else ",.0f"
    values = {key: number(found[key], form, lang) for key in ("median", "low", "high")}
    return say("study", "spread", lang, **values)


def _commands(subject: Subject, rows: Sequence[dict[str, Any]], lang: str) -> Commands:
    lines = [
        f"tafelrunde simulate {subject.name} --games {row['games']} --seed {subject.seed} -o players={row['players']}"
        for row in rows
        if row["level"] == "random"
    ]
    return Commands(say("study", "commands", lang), [subject_command(subject, "length"), *lines])


def subject_command(subject: Subject, chapter: str) -> str:
    """What makes one chapter anew, in a folder of its own."""
    size = "" if subject.scale == 1 else f" --scale {subject.scale:g}"
    into = f" --into studies-{chapter}"
    return f"tafelrunde study {subject.name} --only {chapter} --seed {subject.seed}{size}{into}"
