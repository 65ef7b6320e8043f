"""What each card, column, field and special is worth: what a game's own studies measure."""

from dataclasses import replace
from typing import Any

from tafelrunde.kernel.languages import Texts
from tafelrunde.lab.study import pictures
from tafelrunde.lab.study.chapters.length import subject_command
from tafelrunde.lab.study.document import Block, Chapter, Commands, Picture
from tafelrunde.lab.study.plan import Experiment, Subject
from tafelrunde.lab.study.questions import Worth
from tafelrunde.lab.study.statistics import corrected, differs, kept
from tafelrunde.lab.study.texts import level, number, ranged, say, table

EXACT = 0.0005
"""Exact shares that differ by less look alike."""


def experiments(subject: Subject) -> list[Experiment]:
    """Games of equals, and what the game's questions need beside them."""
    if not subject.asked.worth:
        return []
    return [
        *([subject.among(subject.elsewhere)] if _counted(subject) else []),
        *(each for one in subject.asked.worth for each in one.experiments(subject)),
    ]


def _counted(subject: Subject) -> bool:
    """Whether an answer comes from games and not from experiments of its own."""
    return any(not one.experiments(subject) for one in subject.asked.worth)


def measure(subject: Subject, results: dict[str, list[Any]]) -> dict[str, Any]:
    """For each question the lines of its answer."""
    if not subject.asked.worth:
        return {"games": 0, "answers": {}}
    parts = results[subject.among(subject.elsewhere).key] if _counted(subject) else []
    games = [deal for part in parts for deal in part]
    answers = {}
    for one in subject.asked.worth:
        found = [result for each in one.experiments(subject) for result in results[each.key]]
        answers[one.key] = [_kept(line) for line in one.measure(games, found)]
    return {"games": sum(map(len, games)), "answers": answers}


def _kept(line: dict[str, Any]) -> dict[str, Any]:
    return {key: kept(value) if isinstance(value, float) else value for key, value in line.items()}


def tell(subject: Subject, figures: dict[str, Any], lang: str) -> Chapter:
    """A picture and a table for each question."""
    title = say("worth", "title", lang)
    if not figures["answers"]:
        return Chapter("worth", title, [say("worth", "none", lang)])
    blocks: list[Block] = []
    if figures["games"]:
        blocks.append(say("worth", "intro", lang, games=figures["games"], level=level(subject.elsewhere, lang)))
    findings: list[str] = []
    for one in subject.asked.worth:
        lines = figures["answers"][one.key]
        blocks += _answer(subject, one, lines, lang)
        if not one.curve:
            findings.append(_extremes(subject, one, lines, lang))
    blocks.append(Commands(say("study", "commands", lang), [subject_command(subject, "worth")]))
    return Chapter("worth", title, blocks, findings)


def _answer(subject: Subject, one: Worth, lines: list[dict[str, Any]], lang: str) -> list[Block]:
    title, unit, how = (_text(subject, f"{one.key}{end}", lang) for end in ("", "-unit", "-how"))
    named = {"title": title, "lang": lang, "unit": unit}
    if one.curve:
        return [how, _curve(subject, one, lines, named), *_curve_table(subject, one, lines, named)]
    extremes = _extremes(subject, one, lines, lang)
    dots = [
        pictures.Dot(thing(subject, line["thing"], lang), line["value"], line["low"], line["high"]) for line in lines
    ]
    picture = pictures.dots(
        f"worth-{one.key}", title, extremes, dots, lambda value: number(value, one.form, lang), line=0.0, axis=unit
    )
    rows = [[thing(subject, line["thing"], lang), ranged(line, one.form, lang)] for line in lines]
    found = table("worth", "table", ["thing", "worth"], rows, lang, title=title, unit=unit)
    if subject_texts(subject).has("worth", f"{one.key}-column"):
        found = replace(found, columns=[found.columns[0], _text(subject, f"{one.key}-column", lang)])
    return [how, extremes, picture, found]


def _curve(subject: Subject, one: Worth, lines: list[dict[str, Any]], named: dict[str, str]) -> Picture:
    lang = named["lang"]
    dots = [
        pictures.Dot(
            label=thing(subject, line["thing"], lang) if line["thing"] else "",
            value=line["value"],
            series=thing(subject, line["series"], lang),
            at=line["at"],
        )
        for line in lines
    ]
    ends = [line for line in lines if line["thing"]]
    words = " ".join(
        f"{thing(subject, line['series'], lang)}, {thing(subject, line['thing'], lang)}: "
        f"{number(line['value'], one.form, lang)}."
        for line in ends
    )
    form = one.form
    return pictures.curves(
        f"worth-{one.key}", named["title"], words, dots, lambda value: number(value, form, lang), axis=named["unit"]
    )


def _curve_table(subject: Subject, one: Worth, lines: list[dict[str, Any]], named: dict[str, str]) -> list[Block]:
    """Where the curve is labelled: a row for each label, a column for each series."""
    lang = named["lang"]
    series = list(dict.fromkeys(line["series"] for line in lines))
    things = list(dict.fromkeys(line["thing"] for line in lines if line["thing"]))
    value = {(line["thing"], line["series"]): line["value"] for line in lines}
    rows = [
        [
            thing(subject, each, lang),
            *(number(value[each, one_], one.form, lang) if (each, one_) in value else "–" for one_ in series),
        ]
        for each in things
    ]
    found = table("worth", "table", ["thing"], rows, lang, title=named["title"], unit=named["unit"])
    columns = [*found.columns, *(thing(subject, each, lang) for each in series)]
    return [replace(found, columns=columns)]


def _extremes(subject: Subject, one: Worth, lines: list[dict[str, Any]], lang: str) -> str:
    """What is worth most and least, in a sentence."""
    ordered = sorted(lines, key=lambda line: -line["value"])
    ends = {"most": _end(subject, one, ordered, lang), "least": _end(subject, one, ordered[::-1], lang)}
    return subject_texts(subject).say("worth", f"{one.key}-finding", lang, **ends)


def _end(subject: Subject, one: Worth, ordered: list[dict[str, Any]], lang: str) -> str:
    """The first of these, with whatever cannot be told from it."""
    needed = corrected(len(ordered) - 1)
    group = [line for line in ordered if _alike(ordered[0], line, needed)]
    names = ", ".join(thing(subject, line["thing"], lang) for line in group)
    if len(group) == 1:
        return say("worth", "one", lang, thing=names, value=ranged(group[0], one.form, lang))
    low, high = (number(pick(line["value"] for line in group), one.form, lang) for pick in (min, max))
    return say("worth", "same" if low == high else "several", lang, things=names, low=low, high=high)


def _alike(one: dict[str, Any], other: dict[str, Any], needed: float) -> bool:
    """Whether two values may be the same; exact ones are if they are written alike."""
    if one["low"] is None:
        return bool(abs(one["value"] - other["value"]) < EXACT)
    return differs(one, other) < needed


def _text(subject: Subject, key: str, lang: str) -> str:
    return subject_texts(subject).say("worth", key, lang)


def subject_texts(subject: Subject) -> Texts:
    """The texts of the game's own studies."""
    assert subject.asked.texts is not None
    return subject.asked.texts


def thing(subject: Subject, key: str, lang: str) -> str:
    """What a thing is called; without a name it is called by its key."""
    try:
        name: str = subject_texts(subject).say("thing", key, lang)
    except KeyError:
        return key
    return name
