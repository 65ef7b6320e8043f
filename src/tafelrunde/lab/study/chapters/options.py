"""What each option changes: how long the game is, what sitting first is worth, how often the better one wins."""

from dataclasses import dataclass
from typing import Any

from tafelrunde.lab.study import pictures
from tafelrunde.lab.study.chapters.length import ELSEWHERE, spread, spread_text, subject_command
from tafelrunde.lab.study.document import Block, Chapter, Commands, Listing
from tafelrunde.lab.study.plan import Experiment, Subject
from tafelrunde.lab.study.statistics import differs, mean, share
from tafelrunde.lab.study.texts import level, number, options_text, options_words, ranged, say, table

WIDER = 1.33
"""If the range of lengths is so many times as wide, games are less alike."""


def experiments(subject: Subject) -> list[Experiment]:
    """With each option: games of equals, and of a better against a weaker player."""
    if not list(subject.variants()):
        return []
    return [
        each
        for options in ({}, *subject.variants())
        for each in (
            subject.among(subject.elsewhere, part=part(options), **options),
            subject.among(*subject.pair, part=part(options), **options),
        )
    ]


def part(options: dict[str, Any]) -> float:
    """How much of the usual amount is played with these options."""
    return ELSEWHERE if options else 1.0


def measure(subject: Subject, results: dict[str, list[Any]]) -> dict[str, Any]:
    """A row for the usual game and for each option."""
    rows = [_row(subject, options, results) for options in ({}, *subject.variants())] if experiments(subject) else []
    return {"rows": rows, "pair": list(subject.pair)}


def _row(subject: Subject, options: dict[str, Any], results: dict[str, list[Any]]) -> dict[str, Any]:
    equals = subject.among(subject.elsewhere, part=part(options), **options)
    duel = subject.among(*subject.pair, part=part(options), **options)
    games = [row for part in results[equals.key] for deal in part for row in deal]
    deals = [deal for part in results[duel.key] for deal in part]
    points = [
        sum(got for row in deal for got, who in zip(row["points"], row["lineup"], strict=True) if who == 0) / len(deal)
        for deal in deals
    ]
    return {
        "options": options,
        "games": len(games),
        "moves": spread([row["moves"] for row in games]),
        "mean": mean([row["moves"] for row in games]),
        "minutes": spread([row["seconds"] / 60 for row in games]),
        "time": mean([row["seconds"] / 60 for row in games]),
        "first": share([row["points"][0] for row in games]),
        "fair": 1 / len(games[0]["points"]),
        "duels": sum(map(len, deals)),
        "better": share(points),
    }


def tell(subject: Subject, figures: dict[str, Any], lang: str) -> Chapter:
    """A table and two pictures, or that there is nothing to choose."""
    title, rows = say("options", "title", lang), figures["rows"]
    if not rows:
        return Chapter("options", title, [say("options", "none", lang)])
    counted = _counted(subject)
    better, weaker = (level(name, lang) for name in figures["pair"])
    usual, *changed = rows
    sentences = [_sentence(subject, usual, row, better, weaker, lang) for row in changed]
    names = [_name(subject, row, lang) for row in rows]
    blocks: list[Block] = [
        say("options", "intro", lang, better=better, weaker=weaker),
        Listing(
            [
                text
                for option in subject.usual.OPTIONS
                for text in [f"{option.name}: {_meaning(subject, option.name, lang)}"]
            ]
        ),
        pictures.dots(
            "options-length",
            say("options", "picture-length", lang),
            sentences[0],
            [
                pictures.Dot(name, *(row[counted.spread][key] for key in ("median", "low", "high")))
                for name, row in zip(names, rows, strict=True)
            ],
            lambda value: number(value, counted.form, lang),
            axis=say("options", f"axis-{counted.unit}", lang),
        ),
        pictures.dots(
            "options-skill",
            say("options", "picture-skill", lang, better=better, weaker=weaker),
            sentences[0],
            [
                pictures.Dot(name, *(row["better"][key] for key in ("value", "low", "high")))
                for name, row in zip(names, rows, strict=True)
            ],
            lambda value: number(value, ".0%", lang),
            line=0.5,
        ),
        _table(subject, rows, lang),
        Listing(sentences),
        _commands(subject, figures, lang),
    ]
    return Chapter("options", title, blocks)


@dataclass(frozen=True)
class Counted:
    """In what a length is told: the figures of its mean and of its spread, and how they are written."""

    unit: str
    mean: str
    spread: str
    form: str


def _counted(subject: Subject) -> Counted:
    """By the clock if there is one, else in decisions."""
    clock = subject.usual.facts.simultaneous
    return Counted("time", "time", "minutes", ",.1f") if clock else Counted("moves", "mean", "moves", ",.0f")


def _name(subject: Subject, row: dict[str, Any], lang: str) -> str:
    return options_text(row["options"]) or say("options", "usual", lang, players=subject.usual.players)


def _meaning(subject: Subject, option: str, lang: str) -> str:
    meaning: str = subject.usual.rulebook.texts.say("option", option, lang)
    return meaning


def _sentence(subject: Subject, usual: dict[str, Any], row: dict[str, Any], better: str, weaker: str, lang: str) -> str:
    """What is different, as far as that is certain; or why bots cannot tell."""
    untested = "-".join(str(each) for pair in row["options"].items() for each in pair)
    if subject.asked.texts and subject.asked.texts.has("option", untested):
        return f"{_name(subject, row, lang)}: {subject.asked.texts.say('option', untested, lang)}"
    skill = say(
        "options",
        "skill-same" if differs(usual["better"], row["better"]) < 1 else "skill-other",
        lang,
        better=better,
        weaker=weaker,
        share=ranged(row["better"], ".1%", lang),
        usual=number(usual["better"]["value"], ".1%", lang),
    )
    return f"{_name(subject, row, lang)}: {_length(subject, usual, row, lang)} {skill}"


def _length(subject: Subject, usual: dict[str, Any], row: dict[str, Any], lang: str) -> str:
    """Whether games are longer, shorter or less alike."""
    counted = _counted(subject)
    before, now = usual[counted.mean], row[counted.mean]
    verdict = "same" if differs(before, now) < 1 else "more" if now["value"] > before["value"] else "less"
    if verdict == "same" and _width(row[counted.spread]) > WIDER * _width(usual[counted.spread]):
        verdict = "wider"
    ends = {
        name: say(
            "study",
            "range",
            lang,
            **{end: number(each[counted.spread][end], counted.form, lang) for end in ("low", "high")},
        )
        for name, each in (("range", row), ("before", usual))
    }
    means = {name: number(each["value"], counted.form, lang) for name, each in (("mean", now), ("usual", before))}
    return say("options", f"length-{verdict}", lang, unit=say("options", counted.unit, lang), **means, **ends)


def _width(found: dict[str, float]) -> float:
    return found["high"] - found["low"]


def _table(subject: Subject, rows: list[dict[str, Any]], lang: str) -> Any:
    cells = [
        [
            _name(subject, row, lang),
            number(row["games"] + row["duels"], ",", lang),
            spread_text(row["moves"], lang),
            spread_text(row["minutes"], lang, short=True),
            ranged(row["first"], ".1%", lang),
            number(row["fair"], ".1%", lang),
            ranged(row["better"], ".1%", lang),
        ]
        for row in rows
    ]
    return table("options", "table", ["option", "games", "moves", "minutes", "first", "fair", "better"], cells, lang)


def _commands(subject: Subject, figures: dict[str, Any], lang: str) -> Commands:
    lines = [
        f"tafelrunde arena {subject.name} --bots {','.join(figures['pair'])} --games {row['duels']} "
        f"--seed {subject.seed}{options_words({'players': subject.usual.players} | row['options'])}"
        for row in figures["rows"]
    ]
    return Commands(say("study", "commands", lang), [subject_command(subject, "options"), *lines])
