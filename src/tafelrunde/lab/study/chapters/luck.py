"""How much is luck and how much skill: who wins how often, how soon that shows, and what the reviews' ledger says."""

from itertools import pairwise
from typing import Any

from tafelrunde.lab import arena
from tafelrunde.lab.study import pictures
from tafelrunde.lab.study.chapters.length import subject_command
from tafelrunde.lab.study.document import Block, Chapter, Commands, Listing
from tafelrunde.lab.study.plan import Experiment, Subject
from tafelrunde.lab.study.statistics import estimate, games_needed, kept, shares_of_variance
from tafelrunde.lab.study.texts import level, number, options_words, ranged, say, table

TOO_WIDE = 0.3
"""An interval that is wider says nothing."""
_NOBODY_THOUGHT = (arena.Thinking(0, 0.0, 0.0),)


def duels(subject: Subject) -> list[tuple[str, str]]:
    """Who meets whom, the better one first: neighbours, the two ends, and the strongest against those for programs."""
    people, strongest = subject.people, subject.people[-1]
    programs = [(strongest, name) for name in subject.levels if name not in people]
    found = [*((high, low) for low, high in pairwise(people)), (strongest, people[0]), *programs]
    return list(dict.fromkeys(found))


def reviewed(subject: Subject) -> list[tuple[str, str]]:
    """Whose games are reviewed: neighbours, and the two ends."""
    people = subject.people
    return list(dict.fromkeys([*((high, low) for low, high in pairwise(people)), (people[-1], people[0])]))


def experiments(subject: Subject) -> list[Experiment]:
    """Contests, and reviews of their first games."""
    contests = [subject.among(*pair) for pair in duels(subject)]
    return [*contests, *(subject.reviewed(*pair) for pair in reviewed(subject))]


def measure(subject: Subject, results: dict[str, list[Any]]) -> dict[str, Any]:
    """A row for each contest, and one for each ledger."""
    return {
        "duels": [_duel(subject, pair, results[subject.among(*pair).key]) for pair in duels(subject)],
        "ledgers": [_ledger(pair, results[subject.reviewed(*pair).key]) for pair in reviewed(subject)],
        "race": subject.usual.facts.simultaneous,
    }


def _duel(subject: Subject, pair: tuple[str, str], parts: list[Any]) -> dict[str, Any]:
    """As the arena reckons it."""
    held = subject.contest(*pair)
    played = [
        [
            arena.GameResult(tuple(row["lineup"]), tuple(row["points"]), _NOBODY_THOUGHT * len(row["points"]))
            for row in deal
        ]
        for part in parts
        for deal in part
    ]
    line = arena.report(held, played, 0.0).lines[0]
    found = estimate(line.share, line.low, line.high)
    needed = {key: games_needed(found[key]) for key in ("value", "low", "high")}
    clear = not line.low <= line.fair <= line.high
    return {"better": pair[0], "weaker": pair[1], "games": line.games, "share": found, "needed": needed, "clear": clear}


def _ledger(pair: tuple[str, str], parts: list[Any]) -> dict[str, Any]:
    deals = [deal for part in parts for deal in part]
    accounts = [account for deal in deals for account in deal]
    lost = []
    for bot in range(2):
        own = [account for account in accounts if account["bot"] == bot]
        decisions = sum(account["decisions"] for account in own)
        lost.append(kept(sum(account["lost"] for account in own) / max(1, decisions)))
    games = {"better": pair[0], "weaker": pair[1], "games": 2 * len(deals)}
    return games | {"luck": shares_of_variance(deals), "lost": lost}


def tell(subject: Subject, figures: dict[str, Any], lang: str) -> Chapter:
    """Two pictures, two tables and the sentences."""
    who = [_versus(row, lang) for row in figures["duels"]]
    sentences = [_duel_sentence(row, lang) for row in figures["duels"]]
    chance = "tempo" if figures["race"] else "luck"
    ledger = [_ledger_sentence(row, figures["duels"], chance, lang) for row in figures["ledgers"]]
    won = pictures.dots(
        "luck-wins",
        say("luck", "picture-wins", lang),
        sentences[0],
        [
            pictures.Dot(name, *(row["share"][key] for key in ("value", "low", "high")))
            for name, row in zip(who, figures["duels"], strict=True)
        ],
        lambda value: number(value, ".0%", lang),
        line=0.5,
        axis=say("luck", "axis-wins", lang),
    )
    shared = pictures.stacks(
        "luck-shares",
        say("luck", f"picture-{chance}", lang),
        ledger[0],
        [(_versus(row, lang), *(row["luck"][key] for key in ("value", "low", "high"))) for row in figures["ledgers"]],
        parts=[say("luck", chance, lang), say("luck", f"{chance}-skill", lang)],
        form=lambda value: number(value, ".0%", lang),
    )
    blocks: list[Block] = [
        say("luck", "intro", lang),
        won,
        _duel_table(figures, who, lang),
        Listing(sentences),
        *_note(subject, lang),
        say("luck", f"{chance}-how", lang),
        *([] if subject.asked.simulations is None else [say("luck", "budget", lang, n=subject.asked.simulations)]),
        shared,
        _ledger_table(figures, chance, lang),
        Listing(ledger),
        _commands(subject, figures, lang),
    ]
    people = [row for row in figures["duels"] if row["better"] in subject.people and row["weaker"] in subject.people]
    middle = people[-2] if len(people) > 1 else people[0]
    findings = [
        _duel_sentence(middle, lang),
        *(
            said
            for row, said in zip(figures["ledgers"], ledger, strict=True)
            if _same(row, middle) and known(row["luck"]) != "unknown"
        ),
    ]
    return Chapter("luck", say("luck", "title", lang), blocks, findings)


def _note(subject: Subject, lang: str) -> list[str]:
    """What one has to know about this game's levels to understand who beats whom."""
    texts = subject.asked.texts
    return [texts.say("luck", "note", lang)] if texts and texts.has("luck", "note") else []


def _same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return (one["better"], one["weaker"]) == (other["better"], other["weaker"])


def _versus(row: dict[str, Any], lang: str) -> str:
    return f"{level(row['better'], lang)} – {level(row['weaker'], lang)}"


def _duel_sentence(row: dict[str, Any], lang: str) -> str:
    """How often the better one wins, and how many games it takes to see it."""
    values = {
        "better": level(row["better"], lang),
        "weaker": level(row["weaker"], lang),
        "share": ranged(row["share"], ".1%", lang),
        "games": row["games"],
    }
    if not row["clear"]:
        return say("luck", "duel-unclear", lang, **values)
    key = "duel" if row["share"]["value"] > 0.5 else "duel-reversed"
    return say("luck", key, lang, needed=row["needed"]["value"] or 0, **values)


def _ledger_sentence(row: dict[str, Any], duels: list[dict[str, Any]], chance: str, lang: str) -> str:
    """The parts of both, or what can be said where one of them may be nothing."""
    luck = row["luck"]
    skill = {end: 1 - luck[other] for end, other in (("value", "value"), ("low", "high"), ("high", "low"))}
    duel = next(each for each in duels if _same(each, row))
    values = {
        "better": level(row["better"], lang),
        "weaker": level(row["weaker"], lang),
        "luck": ranged(luck, ".0%", lang),
        "skill": ranged(skill, ".0%", lang),
        "low": number(_possible(luck)["low"], ".0%", lang),
        "high": number(_possible(luck)["high"], ".0%", lang),
        "share": number(duel["share"]["value"], ".1%", lang),
        "games": row["games"],
    }
    verdict = known(luck)
    return say("luck", verdict if verdict == "unknown" else f"{chance}-{verdict}", lang, **values)


def known(luck: dict[str, float]) -> str:
    """What this estimate allows to say: both parts, that nearly all is the one or the other, or nothing."""
    if luck["low"] > 1 - TOO_WIDE and luck["high"] >= 1:
        return "all"
    if luck["high"] < TOO_WIDE and luck["low"] <= 0:
        return "none"
    sure = luck["low"] > 0 and luck["high"] < 1 and luck["high"] - luck["low"] <= TOO_WIDE
    return "sentence" if sure else "unknown"


def _possible(luck: dict[str, float]) -> dict[str, float]:
    """As a part of a whole: an estimate can lie outside."""
    return {end: min(max(value, 0.0), 1.0) for end, value in luck.items()}


def _duel_table(figures: dict[str, Any], who: list[str], lang: str) -> Any:
    rows = [
        [
            name,
            number(row["games"], ",", lang),
            ranged(row["share"], ".1%", lang),
            _needed(row["needed"]["value"], lang) if row["clear"] else "–",
            say(
                "study",
                "range",
                lang,
                low=_needed(row["needed"]["high"], lang),
                high=_needed(row["needed"]["low"], lang),
            )
            if row["clear"] and row["share"]["value"] > 0.5
            else "–",
        ]
        for name, row in zip(who, figures["duels"], strict=True)
    ]
    return table("luck", "table-wins", ["contest", "games", "wins", "needed", "interval"], rows, lang)


def _needed(games: int | None, lang: str) -> str:
    return "∞" if games is None else number(games, ",", lang)


def _ledger_table(figures: dict[str, Any], chance: str, lang: str) -> Any:
    rows = [
        [
            _versus(row, lang),
            number(row["games"], ",", lang),
            ranged(_possible(row["luck"]), ".0%", lang),
            *(number(lost, ".2pp", lang) for lost in row["lost"]),
        ]
        for row in figures["ledgers"]
    ]
    return table("luck", f"table-{chance}", ["contest", "games", chance, "lost-better", "lost-weaker"], rows, lang)


def _commands(subject: Subject, figures: dict[str, Any], lang: str) -> Commands:
    lines = [
        f"tafelrunde arena {subject.name} --bots {row['better']},{row['weaker']} --games {row['games']} "
        f"--seed {subject.seed}{options_words({'players': subject.usual.players})}"
        for row in figures["duels"]
    ]
    return Commands(say("study", "commands", lang), [subject_command(subject, "luck"), *lines])
