"""What a strong player does that a weak one does not: habits that were counted, and what follows for whoever reads."""

from typing import Any

from tafelrunde.kernel.languages import number
from tafelrunde.lab.study import pictures
from tafelrunde.lab.study.chapters.length import subject_command
from tafelrunde.lab.study.chapters.worth import subject_texts
from tafelrunde.lab.study.document import Block, Chapter, Commands, Listing
from tafelrunde.lab.study.plan import Experiment, Subject
from tafelrunde.lab.study.statistics import differs, kept, ratio
from tafelrunde.lab.study.texts import level, ranged, say, table

PICTURED = 6


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
        rows.append({"habit": key, "levels": found, "clear": clear})
    return {"rows": sorted(rows, key=lambda row: -row["clear"])}


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
    clear, same = ([row for row in rows if (row["clear"] >= 1) == wanted] for wanted in (True, False))
    sentences = [sentence(subject, row, lang) for row in clear]
    shown = (clear or rows)[:PICTURED]
    weak, strong = (level(subject.people[at], lang) for at in (0, -1))
    picture = pictures.panels(
        "habits",
        say("habits", "picture", lang),
        sentences[0] if sentences else say("habits", "none-clear", lang),
        [(_name(subject, row, lang), _dots(row, lang), _form(subject, row, lang)) for row in shown],
    )
    blocks: list[Block] = [
        say("habits", "intro", lang, weak=weak, strong=strong),
        Listing(sentences),
        picture,
        _table(subject, rows, lang),
    ]
    if same:
        names = "; ".join(_name(subject, row, lang) for row in same)
        blocks.append(say("habits", "same", lang, names=names, weak=weak, strong=strong))
    blocks.append(Commands(say("study", "commands", lang), [subject_command(subject, "habits")]))
    return Chapter("habits", title, blocks, [_advice(subject, row, lang) for row in clear])


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
    form = subject.asked.habits[row["habit"]]
    weak, strong = (row["levels"][subject.people[at]] for at in (0, -1))
    ending = "more" if strong["value"] > weak["value"] else "less"
    advice: str = subject_texts(subject).say(
        "habit",
        f"{row['habit']}-{ending}",
        lang,
        strong=number(strong["value"], form, lang),
        weak=number(weak["value"], form, lang),
    )
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


def _table(subject: Subject, rows: list[dict[str, Any]], lang: str) -> Any:
    cells = [
        [
            _name(subject, row, lang),
            *(ranged(found, subject.asked.habits[row["habit"]], lang) for found in row["levels"].values()),
        ]
        for row in rows
    ]
    found = table("habits", "table", ["habit"], cells, lang)
    return type(found)(found.title, [*found.columns, *(level(name, lang) for name in subject.people)], cells, 1)
