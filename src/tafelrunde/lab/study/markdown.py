"""Reports as Markdown, with their pictures beside them."""

from tafelrunde.lab.studies import Table
from tafelrunde.lab.study.document import Block, Commands, Document, Listing, Picture


def write(document: Document) -> str:
    """The whole report."""
    parts = [f"# {document.title}", *map(_block, document.intro)]
    for chapter in document.chapters:
        parts += [f"## {chapter.title}", *map(_block, chapter.blocks)]
    return "\n\n".join(parts) + "\n"


def _block(block: Block) -> str:
    if isinstance(block, Table):
        return _table(block)
    if isinstance(block, Picture):
        return f"![{_escaped(block.title)}. {_escaped(block.words)}]({block.name}.svg)"
    if isinstance(block, Listing):
        return "\n".join(f"- {_escaped(sentence)}" for sentence in block.sentences)
    if isinstance(block, Commands):
        return f"{_escaped(block.intro)}\n\n" + "\n".join(f"    {line}" for line in block.lines)
    return _escaped(block)


def _table(table: Table) -> str:
    signs = [":--" if number < table.left else "--:" for number in range(len(table.columns))]
    rows = [table.columns, signs, *table.rows]
    lines = ["| " + " | ".join(_escaped(cell) for cell in row) + " |" for row in rows]
    return f"**{_escaped(table.title)}**\n\n" + "\n".join(lines)


def _escaped(text: str) -> str:
    """What Markdown would read as something else; what is set in `…` stays as it is."""
    said = text.split("`")
    for number in range(0, len(said), 2):
        said[number] = said[number].replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;").replace("_", "\\_")
    return "`".join(said)
