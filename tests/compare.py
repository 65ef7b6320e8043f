"""Whether this tree behaves like another commit: `python -m tests.compare COMMIT` (or `make compare COMMIT=…`).

Both play the same random games of every game and option set; records, positions, events and every seat's view have to
be the same, byte for byte. Playthroughs and counts have to be the same files. The protocol's JSON Schema and OpenAPI
may have gained something but not changed or lost anything; what they gained is listed.
"""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
SEEDS = 3
MOST_MOVES = 400
SAME = ("tests/playthroughs", "tests/golden")
GROWN = ("docs/protocol.schema.json", "docs/openapi.json")
PROSE = ("description", "summary")
"""What is said to people in a schema; it may be said better."""


def probe() -> dict[str, str]:
    """A hash of everything that can be seen of some random games, by game and options. Uses only the public face."""
    import tafelrunde as tr
    from tests.every import ALL, canonical, label, random_match

    found = {}
    for name, options in ALL:
        digest = hashlib.sha256()
        for seed in range(SEEDS):
            for match, seat, move in random_match(tr.load(name, **options), seed, MOST_MOVES):
                moves = [match.moves(at) for at in range(match.game.players)]
                seen = [match.view(at) for at in (None, *range(match.game.players))]
                digest.update(canonical([seat, move, match.actors(), moves, seen, match.position()]).encode())
            for at in (None, *range(match.game.players)):
                digest.update(canonical(match.events(0, at)).encode())
            digest.update(canonical([match.record(), match.result]).encode())
            digest.update(canonical([tr.replay(match.record()).position()]).encode())
        found[f"{name} {label(options)}"] = digest.hexdigest()
    return found


def run(tree: Path, *words: str) -> str:
    """A Python command over the sources of a tree."""
    environment = os.environ | {"PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree}", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, *words], cwd=tree, env=environment, stdout=subprocess.PIPE, check=True)
    return done.stdout.decode()


def probed(tree: Path) -> dict[str, str]:
    """The probe of this file over the sources, and the helpers for tests, of a tree."""
    code = f"import json, runpy; print(json.dumps(runpy.run_path({str(Path(__file__))!r})['probe']()))"
    found: dict[str, str] = json.loads(run(tree, "-c", code))
    return found


def changes(old: Any, new: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """What was lost, changed or added between two documents."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in {**old, **new}:
            here = f"{where}/{key}"
            if key not in new:
                yield "lost", here
            elif key not in old:
                yield "added", here
            elif key not in PROSE:
                yield from changes(old[key], new[key], here)
    elif isinstance(old, list) and isinstance(new, list):
        texts = [json.dumps(each, sort_keys=True) for each in old], [json.dumps(each, sort_keys=True) for each in new]
        if len(old) == len(new):
            for number, pair in enumerate(zip(old, new, strict=True)):
                yield from changes(*pair, f"{where}/{number}")
        else:
            yield from (("lost", f"{where}: {text}") for text in texts[0] if text not in texts[1])
            yield from (("added", f"{where}: {text}") for text in texts[1] if text not in texts[0])
    elif old != new:
        yield "changed", f"{where}: {old!r} → {new!r}"


def compare(before: Path) -> bool:
    """Say what differs; whether nothing does that must not."""
    fine = True

    def say(what: str, same: bool) -> None:
        nonlocal fine
        fine &= same
        print(f"{'same   ' if same else 'DIFFERS'}  {what}")

    mine, theirs = probed(ROOT), probed(before)
    for case in {**theirs, **mine}:
        say(f"games: {case}", mine.get(case) == theirs.get(case))
    for folder in SAME:
        kept = [path for path in sorted((before / folder).rglob("*")) if path.suffix in (".txt", ".toml")]
        for path in kept:
            name = path.relative_to(before)
            say(str(name), (ROOT / name).exists() and (ROOT / name).read_bytes() == path.read_bytes())
    for document in GROWN:
        found = list(changes(json.loads((before / document).read_text()), json.loads((ROOT / document).read_text())))
        wrong = [f"{what} {where}" for what, where in found if what != "added"]
        say(f"{document}, {len(found) - len(wrong)} added", not wrong)
        print(*(f"           {what} {where}" for what, where in found), sep="\n")
    return fine


def main(commit: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        before = Path(folder) / "before"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", before, commit], cwd=ROOT, check=True)
        try:
            return 0 if compare(before) else 1
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", before], cwd=ROOT, check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
