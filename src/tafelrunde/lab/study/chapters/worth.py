"""What each card, column, field and special is worth: what a game's own studies measure."""

from typing import Any

from tafelrunde.kernel.languages import Texts, number
from tafelrunde.lab.study import pictures
from tafelrunde.lab.study.chapters.length import subject_command
from tafelrunde.lab.study.document import Block, Chapter, Commands, Picture
from tafelrunde.lab.study.plan import Experiment, Subject
from tafelrunde.lab.study.questions import Worth
from tafelrunde.lab.study.statistics import kept
from tafelrunde.lab.study.texts import level, ranged, say, table


def experiments(subject: Subject) -> list[Experiment]:
    """Games of equals, and what the game's questions need beside them."""
    if not subject.asked.worth:
        return []
    return [
        subject.among(subject.elsewhere),
        *(each for one in subject.asked.worth for each in one.experiments(subject)),
    ]


def measure(subject: Subject, results: dict[str, list[Any]]) -> dict[str, Any]:
    """For each question the lines of its answer."""
    if not subject.asked.worth:
        return {"games": 0, "answers": {}}
    games = [deal for part in results[subject.among(subject.elsewhere).key] for deal in part]
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
    blocks: list[Block] = [say("worth", "intro", lang, games=figures["games"], level=level(subject.elsewhere, lang))]
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
    return [how, extremes, picture, table("worth", "table", ["thing", "worth"], rows, lang, title=title, unit=unit)]


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
    return [type(found)(found.title, columns, rows, 1)]


def _extremes(subject: Subject, one: Worth, lines: list[dict[str, Any]], lang: str) -> str:
    """What is worth most and least, in a sentence."""
    most, least = max(lines, key=lambda line: line["value"]), min(lines, key=lambda line: line["value"])
    values = {
        "most": thing(subject, most["thing"], lang),
        "least": thing(subject, least["thing"], lang),
        "high": ranged(most, one.form, lang),
        "low": ranged(least, one.form, lang),
    }
    return subject_texts(subject).say("worth", f"{one.key}-finding", lang, **values)


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
