"""Reports as one HTML file with its pictures in it, to be opened or sent."""

import re
from base64 import b64encode
from html import escape

from tafelrunde.lab.studies import Table
from tafelrunde.lab.study.document import Block, Commands, Document, Listing, Picture

STYLE = """
:root { color-scheme: light dark; --ink: #1f2328; --paper: #fbfaf7; --line: #d5d1c8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9e6df; --paper: #1c1d20; --line: #46474c; } }
body { max-width: 52rem; margin: 0 auto; padding: 1rem; font: 1rem/1.55 system-ui, sans-serif; color: var(--ink);
  background: var(--paper); }
img { max-width: 100%; height: auto; border-radius: 8px; }
.wide { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: 0.92rem; }
caption { text-align: left; font-weight: 700; padding-bottom: 0.3rem; }
th, td { padding: 0.25rem 0.7rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
.left { text-align: left; }
pre { overflow-x: auto; padding: 0.6rem; border: 1px solid var(--line); border-radius: 6px; font-size: 0.85rem; }
figure { margin: 1rem 0; }
"""


def write(document: Document) -> str:
    """The whole report."""
    title = escape(document.title)
    body = [f"<h1>{title}</h1>", *map(_block, document.intro)]
    for chapter in document.chapters:
        body += [f'<h2 id="{chapter.key}">{escape(chapter.title)}</h2>', *map(_block, chapter.blocks)]
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{STYLE}</style>"
    )
    main = "\n".join(body)
    html = f'<html lang="{document.lang}"><head>{head}</head>\n<body><main>\n{main}\n</main></body></html>'
    return f"<!doctype html>\n{html}\n"


def _block(block: Block) -> str:
    if isinstance(block, Table):
        return _table(block)
    if isinstance(block, Picture):
        data, words = b64encode(block.svg.encode()).decode(), escape(f"{block.title}. {block.words}")
        return f'<figure><img alt="{words}" src="data:image/svg+xml;base64,{data}"></figure>'
    if isinstance(block, Listing):
        return "<ul>" + "".join(f"<li>{_said(sentence)}</li>" for sentence in block.sentences) + "</ul>"
    if isinstance(block, Commands):
        return f"<p>{escape(block.intro)}</p><pre>" + escape("\n".join(block.lines)) + "</pre>"
    return f"<p>{_said(block)}</p>"


def _said(text: str) -> str:
    """What is set in `…` is something to type."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def _table(table: Table) -> str:
    def row(cells: list[str], kind: str) -> str:
        left = ['class="left"' if number < table.left else "" for number in range(len(cells))]
        return (
            "<tr>"
            + "".join(f"<{kind} {where}>{escape(c)}</{kind}>" for c, where in zip(cells, left, strict=True))
            + "</tr>"
        )

    rows = "".join(row(list(cells), "td") for cells in table.rows)
    head = row(list(table.columns), "th")
    return (
        f'<div class="wide" tabindex="0"><table><caption>{escape(table.title)}</caption>'
        f"<thead>{head}</thead><tbody>{rows}</tbody></table></div>"
    )
