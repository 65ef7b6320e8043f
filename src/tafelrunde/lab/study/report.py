"""Reports: the figures of a game, the same in words and pictures, and the files that they are written to."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tafelrunde.kernel.errors import BadOption, Unavailable
from tafelrunde.kernel.fields import Value
from tafelrunde.kernel.languages import FALLBACK, LANGUAGES
from tafelrunde.lab.arena import CONFIDENCE
from tafelrunde.lab.findings import Findings
from tafelrunde.lab.study import html, markdown, pictures
from tafelrunde.lab.study.chapters import NAMES, PARTS, Part
from tafelrunde.lab.study.document import Block, Document, Listing
from tafelrunde.lab.study.plan import Subject, carry_out
from tafelrunde.lab.study.texts import explained, level, number, quick, say

SHORT = {"length": 0, "start": 0, "luck": -1, "habits": 0}
"""What is told in short: of each of these chapters one finding."""


@dataclass(frozen=True)
class Report(Findings):
    """All figures, by chapter. They are enough to write the report again, in any language."""

    seed: int
    scale: float
    chapters: dict[str, Any]

    @property
    def subject(self) -> Subject:
        """What it is about."""
        return Subject.of(self.game, self.seed, self.scale)


def read(plain: dict[str, Any], game: str) -> Report:
    """A report about a game whose figures were kept as JSON. Raises TypeError or ValueError for anything else."""
    found = Report(**plain)
    if found.game != game:
        raise ValueError(f"figures of {found.game}")
    return found


def parts_of(only: str | None) -> list[Part]:
    """The chapters that are named, or all. Raises BadOption for one that does not exist."""
    names = (
        NAMES if only is None else [Value(name.strip(), "only", BadOption).choice(NAMES) for name in only.split(",")]
    )
    return [part for part in PARTS if part.key in names]


def study(
    subject: Subject,
    parts: Sequence[Part] = PARTS,
    workers: int | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
    ray: str | None = None,
    folder: Path | None = None,
) -> Report:
    """Play all that is needed, on all cores unless told otherwise, or on a Ray cluster."""
    experiments = [each for part in parts for each in part.experiments(subject)]
    results = carry_out(experiments, workers, ray, folder, progress)
    chapters = {part.key: json.loads(json.dumps(part.measure(subject, results))) for part in parts}
    return Report(subject.name, subject.usual.options, subject.seed, subject.scale, chapters)


def told(report: Report, lang: str) -> Document:
    """The report in a language. Raises Unavailable without Matplotlib."""
    subject = report.subject
    name = subject.usual.rulebook.about["name"]
    size = "" if report.scale == 1 else f" --scale {report.scale:g}"
    command = f"tafelrunde study {report.game} --seed {report.seed}{size}"
    return Document(
        lang,
        say("study", "title", lang, game=name),
        _intro(subject, command, lang),
        [part.tell(subject, report.chapters[part.key], lang) for part in PARTS if part.key in report.chapters],
    )


def _intro(subject: Subject, command: str, lang: str) -> list[Block]:
    """How all this was found, and who plays."""
    return [
        say("study", "intro", lang, command=command, confidence=number(CONFIDENCE, ".0%", lang)),
        say("level", "intro", lang),
        Listing([explained(name, subject.name, subject.asked.texts, lang) for name in subject.levels]),
    ]


def short(report: Report) -> dict[str, Any]:
    """A few findings in every language, for pages that have room for no more."""
    by_lang = [_short(report, lang) for lang in LANGUAGES]
    findings = [dict(zip(LANGUAGES, said, strict=True)) for said in zip(*by_lang, strict=True)]
    return {"game": report.game, "findings": findings}


def _short(report: Report, lang: str) -> list[str]:
    """One finding of each chapter; whoever is named with a budget of its own is explained."""
    found = [
        chapter.findings[SHORT[chapter.key]]
        for chapter in told(report, lang).chapters
        if chapter.key in SHORT and chapter.findings
    ]
    budgets = {level(name, lang): quick(name, report.game, lang) for name in report.subject.levels if ":" in name}
    return [" ".join([said, *(budgets[name] for name in budgets if name in said)]) for said in found]


def files(report: Report, lang: str = FALLBACK) -> dict[str, str]:
    """What is written, by name."""
    document = told(report, lang)
    return {
        "README.md": markdown.write(document),
        "report.html": html.write(document),
        "figures.json": json.dumps(report.plain(), ensure_ascii=False, indent=1) + "\n",
        "findings.json": json.dumps(short(report), ensure_ascii=False, indent=2) + "\n",
        **{f"{picture.name}.svg": picture.svg for picture in document.pictures()},
    }


def write(report: Report, into: Path, lang: str) -> Path:
    """Write the report to a folder of its own; returns it. Raises Unavailable."""
    folder = into / report.game
    written = files(report, lang)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.svg"):
            old.unlink()
        for name, text in written.items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Unavailable("folder", path=folder, reason=error.strerror) from None
    return folder


check = pictures.check
