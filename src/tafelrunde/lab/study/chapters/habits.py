"""What a strong player does that a weak one does not: habits that were counted, and what follows for whoever reads."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from tafelrunde.lab.study import pictures
from tafelrunde.lab.study.chapters.length import subject_command
from tafelrunde.lab.study.chapters.worth import subject_texts
from tafelrunde.lab.study.document import Block, Chapter, Commands, Listing
from tafelrunde.lab.study.plan import Experiment, Subject
from tafelrunde.lab.study.statistics import corrected, differs, kept, ratio
from tafelrunde.lab.study.texts import exact_enough, level, number, ranged, say, table

PICTURED = 6
LEAST, TIMES = 0.05, 3.0
"""A smaller difference of shares is no advice, unless one is so many times the other."""
LEAST_PART = 0.1
"""The same for what is no share: so much of the weakest level's."""


def experiments(subject: Subject) -> list[Experiment]:
    """Games of equals, of every level for people."""
    return [subject.among(name) for name in subject.people] if subject.asked.habits else []


def measure(subject: Subject, results: dict[str, list[Any]]) -> dict[str, Any]:
    """For each habit what each level has of it, and how clearly the strongest differs from the weakest."""
    rows = []
    for key, form in subject.asked.habits.items():
        found = {name: _habit(results[subject.among(name).key], key, form) for name in subject.people}
        weak, strong = found[subject.people[0]], found[subject.people[-1]]
        clear = kept(differs(strong, weak)) if strong and weak else 0.0
        rows.append({"habit": key, "levels": found, "clear": clear, "trend": trend(list(found.values()), form)})
    return {"rows": sorted(rows, key=lambda row: -row["clear"])}


def trend(levels: Sequence[dict[str, float] | None], form: str) -> str:
    """From the weakest to the strongest: `more`, `less`, `same`, or `mixed` if a level between goes the other way."""
    found = [level for level in levels if level]
    if len(found) < max(2, len(levels)):
        return "same"
    sign = 1 if found[-1]["value"] > found[0]["value"] else -1
    if any((one["value"] - other["value"]) * sign > 0 and differs(one, other) >= 1 for one, other in pairwise(found)):
        return "mixed"
    low, high = sorted((found[0]["value"], found[-1]["value"]))
    shares = form.endswith("%")
    enough = high - low >= LEAST or high >= TIMES * low if shares else high - low >= LEAST_PART * found[0]["value"]
    return ("more" if sign > 0 else "less") if enough else "same"


def _habit(parts: list[Any], key: str, form: str) -> dict[str, float] | None:
    pairs = []
    for part in parts:
        for deal in part:
            told = [seat[key] for row in deal for seat in row["habits"] if key in seat]
            pairs.append((sum(total for total, _ in told), sum(times for _, times in told)))
    found = ratio(pairs)
    if found and form.endswith("%"):
        found |= {"low": max(0.0, found["low"]), "high": min(1.0, found["high"])}
    return found


def tell(subject: Subject, figures: dict[str, Any], lang: str) -> Chapter:
    """The advice, a picture of the clearest differences, and all of them in a table."""
    title = say("habits", "title", lang)
    rows = [row for row in figures["rows"] if all(row["levels"].values())]
    if not rows:
        return Chapter("habits", title, [say("habits", "none", lang)])
    needed = corrected(len(rows))
    advice = [row for row in rows if _verdict(row, needed) in ("more", "less")]
    sentences, shown = [sentence(subject, row, lang) for row in advice], (advice or rows)[:PICTURED]
    weak, strong = (level(subject.people[at], lang) for at in (0, -1))
    picture = pictures.panels(
        "habits",
        say("habits", "picture", lang),
        sentences[0] if sentences else say("habits", "none-clear", lang),
        [(_name(subject, row, lang), _dots(row, lang), _form(subject, row, lang)) for row in shown],
    )
    blocks: list[Block] = [
        say("habits", "intro", lang, weak=weak, strong=strong),
        Listing(sentences or [say("habits", "none-clear", lang)]),
        picture,
        _table(subject, rows, needed, lang),
        Commands(say("study", "commands", lang), [subject_command(subject, "habits")]),
    ]
    return Chapter("habits", title, blocks, [_advice(subject, row, lang) for row in advice])


def _verdict(row: dict[str, Any], needed: float) -> str:
    """How it goes from the weakest to the strongest, as far as that is clear with so many habits."""
    return str(row["trend"]) if row["clear"] >= needed or row["trend"] == "mixed" else "same"


def _dots(row: dict[str, Any], lang: str) -> list[pictures.Dot]:
    return [
        pictures.Dot(level(name, lang), found["value"], found["low"], found["high"])
        for name, found in row["levels"].items()
    ]


def _form(subject: Subject, row: dict[str, Any], lang: str) -> Any:
    form = subject.asked.habits[row["habit"]]
    return lambda value: number(value, form, lang)


def _name(subject: Subject, row: dict[str, Any], lang: str) -> str:
    name: str = subject_texts(subject).say("habit", row["habit"], lang)
    return name


def _advice(subject: Subject, row: dict[str, Any], lang: str) -> str:
    """What to do, with the numbers of the strongest and the weakest."""
    weak, strong = (row["levels"][subject.people[at]]["value"] for at in (0, -1))
    form = exact_enough(subject.asked.habits[row["habit"]], weak, strong)
    values = {"strong": number(strong, form, lang), "weak": number(weak, form, lang)}
    advice: str = subject_texts(subject).say("habit", f"{row['habit']}-{row['trend']}", lang, **values)
    return advice


def sentence(subject: Subject, row: dict[str, Any], lang: str) -> str:
    """The same with the intervals of both."""
    form = subject.asked.habits[row["habit"]]
    weak, strong = (row["levels"][subject.people[at]] for at in (0, -1))
    proof = say(
        "habits",
        "proof",
        lang,
        strong=level(subject.people[-1], lang),
        weak=level(subject.people[0], lang),
        has=ranged(strong, form, lang),
        other=ranged(weak, form, lang),
    )
    return f"{_advice(subject, row, lang)} ({proof})"


def _table(subject: Subject, rows: list[dict[str, Any]], needed: float, lang: str) -> Any:
    cells = [
        [
            _name(subject, row, lang),
            *(ranged(found, subject.asked.habits[row["habit"]], lang) for found in row["levels"].values()),
            say("habits", _verdict(row, needed), lang),
        ]
        for row in rows
    ]
    found = table("habits", "table", ["habit", "trend"], cells, lang)
    first, last = found.columns
    return replace(found, columns=[first, *(level(name, lang) for name in subject.people), last])
