"""What each option changes: how long the game is, what sitting first is worth, how often the better one wins."""

from typing import Any

from tafelrunde.kernel.languages import number
from tafelrunde.lab.study import pictures
from tafelrunde.lab.study.chapters.length import ELSEWHERE, spread, spread_text, subject_command
from tafelrunde.lab.study.document import Block, Chapter, Commands, Listing
from tafelrunde.lab.study.plan import Experiment, Subject
from tafelrunde.lab.study.statistics import differs, mean, share
from tafelrunde.lab.study.texts import level, options_text, options_words, ranged, say, table


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
                pictures.Dot(name, *(row["moves"][key] for key in ("median", "low", "high")))
                for name, row in zip(names, rows, strict=True)
            ],
            lambda value: number(value, ",.0f", lang),
            axis=say("options", "axis-length", lang),
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


def _name(subject: Subject, row: dict[str, Any], lang: str) -> str:
    return options_text(row["options"]) or say("options", "usual", lang, players=subject.usual.players)


def _meaning(subject: Subject, option: str, lang: str) -> str:
    meaning: str = subject.usual.rulebook.texts.say("option", option, lang)
    return meaning


def _sentence(subject: Subject, usual: dict[str, Any], row: dict[str, Any], better: str, weaker: str, lang: str) -> str:
    """What is different, as far as that is certain."""
    said = [
        say(
            "options",
            "length-same"
            if differs(usual["mean"], row["mean"]) < 1
            else "length-more"
            if row["mean"]["value"] > usual["mean"]["value"]
            else "length-less",
            lang,
            moves=number(row["mean"]["value"], ",.0f", lang),
            usual=number(usual["mean"]["value"], ",.0f", lang),
        ),
        say(
            "options",
            "skill-same" if differs(usual["better"], row["better"]) < 1 else "skill-other",
            lang,
            better=better,
            weaker=weaker,
            share=ranged(row["better"], ".1%", lang),
            usual=number(usual["better"]["value"], ".1%", lang),
        ),
    ]
    return f"{_name(subject, row, lang)}: {' '.join(said)}"


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
