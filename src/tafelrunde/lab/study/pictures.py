"""Pictures as SVG by Matplotlib: on a light ground of their own, with a title for those who cannot see them.

The same figures give the same bytes. Matplotlib is an extra; nothing but reports needs it.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any, Concatenate, ParamSpec
from xml.sax.saxutils import escape

from tafelrunde.kernel.errors import Unavailable
from tafelrunde.lab.study.document import Picture

GROUND, INK, SOFT, GRID = "#fffdf8", "#22262b", "#6b6f76", "#e4e0d6"
COLOURS = ("#1f5fa8", "#c2571a", "#2f7d4f", "#8a3f8f", "#8d6b00", "#b3304a")
MARKS = ("o", "s", "D", "^", "v", "P")
STYLE: Any = {
    "axes.edgecolor": GRID,
    "text.color": INK,
    "xtick.color": SOFT,
    "ytick.color": INK,
    "font.size": 9,
    "font.family": ["sans-serif"],
    "svg.fonttype": "none",
}
STEPS = (1, 2, 5, 10)
"""How numbers below a picture may grow: so that each is written as it is."""
P = ParamSpec("P")


@dataclass(frozen=True)
class Dot:
    """A value with its interval; the same `series` has the same colour. Without an interval it is exact."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    series: str = ""
    at: float = 0.0


def picture(draw: Callable[Concatenate[str, str, str, P], str]) -> Callable[Concatenate[str, str, str, P], Picture]:
    """A picture that is drawn in our style, whatever Matplotlib is set to elsewhere, and not before it is wanted."""

    def promised(name: str, title: str, words: str, /, *args: P.args, **given: P.kwargs) -> Picture:
        def drawn() -> str:
            _matplotlib()
            from matplotlib import rc_context, rcdefaults

            with rc_context():
                rcdefaults()
                with rc_context(STYLE):
                    return draw(name, title, words, *args, **given)

        return Picture(name, title, words, drawn)

    return promised


def check() -> None:
    """Raises Unavailable if there is nothing to draw with."""
    _matplotlib()


@picture
def dots(
    name: str, title: str, words: str, /, values: Sequence[Dot], form: Callable[[float], str], **given: Any
) -> str:
    """A line for each label, a dot for each value. `line`: where equals would be; `axis`: what is shown."""
    labels = list(dict.fromkeys(dot.label for dot in values))
    series = list(dict.fromkeys(dot.series for dot in values))
    figure, axes = _figure(1.1 + 0.3 * len(labels) + (0.3 if len(series) > 1 else 0))
    if given.get("line") is not None:
        axes.axvline(given["line"], color=SOFT, linewidth=1, linestyle=(0, (4, 3)))
    for number, one in enumerate(series):
        own = [dot for dot in values if dot.series == one]
        shift = (number - (len(series) - 1) / 2) * min(0.22, 0.66 / len(series))
        heights = [labels.index(dot.label) + shift for dot in own]
        _draw(axes, [dot.value for dot in own], heights, [_reach(dot) for dot in own], number, one)
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.xaxis.grid(True, color=GRID)
    axes.locator_params(axis="x", steps=STEPS)
    return _finish(name, title, words, figure, axes, form, given.get("axis"), series)


def _draw(axes: Any, across: Sequence[float], up: Sequence[float], reach: Any, number: int, label: str) -> None:
    colour = COLOURS[number % len(COLOURS)]
    for height, (low, high) in zip(up, reach, strict=True):
        axes.plot([low, high], [height, height], color=colour, linewidth=2, solid_capstyle="butt")
    axes.plot(across, up, MARKS[number % len(MARKS)], color=colour, markersize=5.5, label=label)


def _reach(dot: Dot) -> tuple[float, float]:
    return (dot.value if dot.low is None else dot.low, dot.value if dot.high is None else dot.high)


@picture
def curves(
    name: str, title: str, words: str, /, values: Sequence[Dot], form: Callable[[float], str], **given: Any
) -> str:
    """A curve for each series along `at`. `ticks`: texts below; `axis`: what is shown."""
    series = list(dict.fromkeys(dot.series for dot in values))
    figure, axes = _figure(3.4)
    for number, one in enumerate(series):
        own = [dot for dot in values if dot.series == one]
        colour = COLOURS[number % len(COLOURS)]
        axes.plot([dot.at for dot in own], [dot.value for dot in own], color=colour, linewidth=2, label=one)
    marked = {dot.at: dot.label for dot in values if dot.label}
    axes.set_xticks(list(marked), list(marked.values()))
    axes.yaxis.grid(True, color=GRID)
    axes.yaxis.set_major_formatter(_formatter(form))
    return _finish(name, title, words, figure, axes, None, given.get("axis"), series)


@picture
def stacks(name: str, title: str, words: str, /, bars: Sequence[tuple[str, float, float, float]], **given: Any) -> str:
    """A bar for each label that is divided in two at a share with an interval; `parts` names both.

    An estimate may lie below nothing or above everything; a bar cannot.
    """
    figure, axes = _figure(1.4 + 0.36 * len(bars))
    for number, (_, *estimates) in enumerate(bars):
        value, low, high = (min(max(each, 0.0), 1.0) for each in estimates)
        axes.barh(number, value, color=COLOURS[0], height=0.6, label=given["parts"][0] if number == 0 else None)
        axes.barh(
            number, 1 - value, left=value, color="#f0b98f", height=0.6, label=given["parts"][1] if number == 0 else None
        )
        axes.plot([low, high], [number, number], color=INK, linewidth=2)
    axes.set_yticks(range(len(bars)), [label for label, *_ in bars])
    axes.set_ylim(len(bars) - 0.4, -0.6)
    axes.set_xlim(0.0, 1.0)
    return _finish(name, title, words, figure, axes, given["form"], None, list(given["parts"]))


@picture
def panels(
    name: str, title: str, words: str, /, rows: Sequence[tuple[str, Sequence[Dot], Callable[[float], str]]]
) -> str:
    """Small pictures below each other, one for each row, with one dot for each series."""
    series = list(dict.fromkeys(dot.label for _, values, _ in rows for dot in values))
    figure, all_axes = _figure(0.75 + (0.42 + 0.17 * len(series)) * len(rows), len(rows))
    for (label, values, form), axes in zip(rows, all_axes if len(rows) > 1 else [all_axes], strict=True):
        for number, one in enumerate(series):
            own = [dot for dot in values if dot.label == one]
            _draw(axes, [dot.value for dot in own], [number] * len(own), [_reach(dot) for dot in own], number, one)
        axes.set_yticks([])
        axes.set_ylim(len(series) - 0.3, -0.7)
        axes.set_title(label, fontsize=9, loc="left", color=INK, pad=3)
        axes.xaxis.set_major_formatter(_formatter(form))
        axes.locator_params(axis="x", nbins=6, steps=STEPS)
        axes.xaxis.grid(True, color=GRID)
    return _finish(name, title, words, figure, all_axes[0] if len(rows) > 1 else all_axes, None, None, series)


def _figure(height: float, rows: int = 1) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.6, height), layout="constrained", facecolor=GROUND)
    axes = figure.subplots(rows)
    for each in axes if rows > 1 else [axes]:
        each.set_facecolor(GROUND)
        each.spines[["top", "right", "left"]].set_visible(False)
        each.tick_params(length=0)
        each.set_axisbelow(True)
    return figure, axes


def _finish(
    name: str,
    title: str,
    words: str,
    figure: Any,
    axes: Any,
    form: Callable[[float], str] | None,
    axis: str | None,
    series: Sequence[str],
) -> str:
    if form:
        axes.xaxis.set_major_formatter(_formatter(form))
    if axis:
        axes.set_xlabel(axis, color=SOFT)
    if len(series) > 1:
        handles, labels = axes.get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower left", ncols=4, frameon=False, fontsize=8.5)
    figure.suptitle(title, fontsize=10.5, fontweight="bold", x=0.01, ha="left")
    return _svg(name, title, words, figure)


def _formatter(form: Callable[[float], str]) -> Any:
    from matplotlib.ticker import FuncFormatter

    return FuncFormatter(lambda value, _: form(value))


def _svg(name: str, title: str, words: str, figure: Any) -> str:
    """As a file that says what it shows and is the same whenever and wherever it was drawn."""
    from matplotlib import rc_context

    out = StringIO()
    with rc_context({"svg.hashsalt": name}):
        figure.savefig(out, format="svg", metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
    text = re.sub(r"\s*<metadata>.*?</metadata>", "", out.getvalue(), flags=re.S)
    text = re.sub(r"<\?xml.*?\?>\s*<!DOCTYPE.*?>\s*", "", text, flags=re.S)
    said = f'<title id="title">{escape(title)}</title><desc id="words">{escape(words)}</desc>'
    return re.sub(r"<svg ([^>]*)>", rf'<svg role="img" aria-labelledby="title words" \1>{said}', text, count=1)


def _matplotlib() -> None:
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise Unavailable("matplotlib") from None
