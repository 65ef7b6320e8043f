"""The steps of a build that need a process of their own."""

from pathlib import Path
from typing import Any

from tafelrunde.kernel.targets.ir.ask import answer
from tafelrunde.kernel.targets.ir.part import Part
from tafelrunde.kernel.targets.wasm.entries import Entry, called_entries, entries_of


def find_entries(part: Part) -> list[Entry] | None:
    """The entries of a part with the types that Python calls them with; None if this process had to compile some."""
    part.warm_up(part.load)
    found = called_entries(part.places)
    missing = entries_of(part.places).keys() - {(entry.module, entry.function) for entry in found or ()}
    if found is not None and missing and part.whole:
        raise LookupError(f"nothing calls {sorted(missing)}, so the types of their arguments are not known")
    return found


def compile_part(part: Part, entries: list[Entry], linker: Path) -> tuple[bytes, dict[str, Any]]:
    """The module of a part, and its description."""
    from tafelrunde.kernel.targets.ir.adaptor import adaptor
    from tafelrunde.kernel.targets.ir.collect import start_collecting
    from tafelrunde.kernel.targets.ir.kinds import describe_parameter, describe_record, describe_result
    from tafelrunde.kernel.targets.wasm.link import link

    game = part.load()
    texts, exports = start_collecting(), {}
    for entry in entries:
        dispatcher = entry.dispatcher
        dispatcher.compile(entry.types)
        described = dispatcher.overloads[entry.types].fndesc
        try:
            parameters = [describe_parameter(kind) for kind in entry.types]
            returns = describe_result(described.restype)
        except TypeError as error:
            raise TypeError(f"{entry.name}: {error}") from None
        named = [{"name": name} | kind for name, kind in zip(entry.parameters, parameters, strict=True)]
        exports[entry.name] = {"parameters": named, "returns": returns}
        texts.append(adaptor(entry.name, described))
    head = {"game": part.game, "part": part.name, "sources": part.sources, "max_moves": game.MAX_MOVES}
    return link(texts, list(exports), linker), {**head, "state": describe_record(game.STATE), "exports": exports}


if __name__ == "__main__":
    answer({"find_entries": find_entries, "compile_part": compile_part})
