"""What a report consists of, before it is written as Markdown or HTML."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tafelrunde.lab.studies import Table


@dataclass(frozen=True)
class Picture:
    """A picture with the title that is also read out, and the same in words; it is drawn when somebody wants it."""

    name: str
    title: str
    words: str
    draw: Callable[[], str]

    @cached_property
    def svg(self) -> str:
        """What it looks like."""
        return self.draw()


@dataclass(frozen=True)
class Listing:
    """Sentences, one below the other."""

    sentences: Sequence[str]


@dataclass(frozen=True)
class Commands:
    """What gives these figures again."""

    intro: str
    lines: Sequence[str]


Block = str | Table | Picture | Listing | Commands


@dataclass(frozen=True)
class Chapter:
    """A question and its answer; the findings are the sentences that say it in short."""

    key: str
    title: str
    blocks: Sequence[Block]
    findings: Sequence[str] = field(default_factory=tuple)


@dataclass(frozen=True)
class Document:
    """A report."""

    lang: str
    title: str
    intro: Sequence[Block]
    chapters: Sequence[Chapter]

    def pictures(self) -> list[Picture]:
        """All pictures in their order."""
        return [block for chapter in self.chapters for block in chapter.blocks if isinstance(block, Picture)]
