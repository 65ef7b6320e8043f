"""What a report consists of, before it is written as Markdown or HTML."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tafelrunde.lab.studies import Table


@dataclass(frozen=True)
class Picture:
    """A picture with the title that is also read out, and the same in words."""

    name: str
    title: str
    words: str
    svg: str


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
