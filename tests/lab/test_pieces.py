"""Work in pieces: the same however it is done, nothing done twice that is kept, nothing kept that is not whole."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tafelrunde.kernel.errors import Unavailable
from tafelrunde.kernel.languages import LANGUAGES
from tafelrunde.lab.pieces import Piece, work

THIRDS = [Piece(f"third-{n}", "tests.lab.chores:third", {"n": n}) for n in range(20)]


def counted(folder: Path, numbers: Sequence[int] = range(6)) -> list[Piece]:
    folder.mkdir(exist_ok=True)
    return [Piece(f"count-{n}", "tests.lab.chores:counted", {"n": n, "folder": str(folder)}) for n in numbers]


def times(folder: Path) -> dict[int, int]:
    """How often each piece was done."""
    return {int(path.name): len(path.read_text().splitlines()) for path in folder.iterdir()}


def test_the_results_are_the_same_in_processes_and_threads(tmp_path: Path) -> None:
    done: list[int] = []
    expected = [{"n": n, "third": n / 3} for n in range(20)]
    assert work(THIRDS, workers=1, progress=done.append) == expected
    assert done == list(range(1, 21))
    assert work(THIRDS, workers=1, threads=3) == work(THIRDS, workers=2, folder=tmp_path) == expected
    assert work(THIRDS, folder=tmp_path) == expected, "read from the files"
    assert work([]) == []


def test_a_killed_process_is_replaced_and_its_piece_done_again(tmp_path: Path) -> None:
    deadly = Piece("deadly", "tests.lab.chores:deadly", {"n": 7, "marker": str(tmp_path / "dead"), "times": 2})
    found = work([*THIRDS[:3], deadly, *THIRDS[3:]], workers=2)
    assert found[3] == 7 and found[:3] + found[4:] == work(THIRDS, workers=1)
    assert len(list(tmp_path.iterdir())) == 2


def test_a_piece_that_always_kills_is_given_up_and_the_rest_is_kept(tmp_path: Path) -> None:
    traces, kept = tmp_path / "traces", tmp_path / "kept"
    deadly = Piece("deadly", "tests.lab.chores:deadly", {"n": 7, "marker": str(tmp_path / "dead"), "times": 9})
    pieces = counted(traces)
    with pytest.raises(Unavailable, match="deadly"):
        work([*pieces, deadly, *THIRDS[:1]], workers=2, folder=kept)
    before, finished = sum(times(traces).values()), len(list(kept.glob("count-*")))
    assert finished >= 5, "one other may have been under way"
    assert work(pieces, workers=1, folder=kept) == list(range(6))
    assert sum(times(traces).values()) - before == 6 - finished


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_in_a_piece_is_raised_here(workers: int) -> None:
    with pytest.raises(LookupError, match="nothing here"):
        work([THIRDS[0], Piece("wrong", "tests.lab.chores:wrong", {}), THIRDS[1]], workers=workers)


class Stop(Exception):
    """Somebody stops the work."""


def test_a_stopped_job_goes_on_where_it_was(tmp_path: Path) -> None:
    traces, kept = tmp_path / "traces", tmp_path / "kept"
    pieces = counted(traces)

    def stop(done: int) -> None:
        if done == 4:
            raise Stop

    with pytest.raises(Stop):
        work(pieces, workers=1, folder=kept, progress=stop)
    assert times(traces) == dict.fromkeys(range(4), 1)
    done: list[int] = []
    assert work(pieces, workers=1, folder=kept, progress=done.append) == list(range(6))
    assert times(traces) == dict.fromkeys(range(6), 1) and done == [4, 5, 6]


DAMAGE = {
    "empty": lambda text: "",
    "cut off": lambda text: text[:-9],
    "another digit": lambda text: text.replace('"result": 3', '"result": 8'),
    "no seal": lambda text: text.replace("seal", "sael"),
    "no object": lambda text: "[]",
    "not text": lambda text: "\udcff",
    "deep": lambda text: "[" * 100_000,
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_file_is_not_trusted(name: str, tmp_path: Path) -> None:
    traces, kept = tmp_path / "traces", tmp_path / "kept"
    pieces = counted(traces)
    work(pieces, workers=1, folder=kept)
    [file] = kept.glob("count-3-*")
    whole = file.read_text()
    file.write_text(DAMAGE[name](whole), errors="surrogateescape")
    assert file.read_bytes() != whole.encode()
    assert work(pieces, workers=1, folder=kept) == list(range(6))
    assert times(traces) == dict.fromkeys(range(6), 1) | {3: 2}
    assert file.read_text() == whole and len(list(kept.iterdir())) == 6, "it is mended, and nothing else lies about"


def test_the_file_of_another_piece_is_not_trusted(tmp_path: Path) -> None:
    one, other = counted(tmp_path / "traces", [1, 2])
    work([one, other], workers=1, folder=tmp_path / "kept")
    [file], [others] = ((tmp_path / "kept").glob(f"{piece.key}-*") for piece in (one, other))
    others.write_text(file.read_text())
    assert work([one, other], workers=1, folder=tmp_path / "kept") == [1, 2]
    assert times(tmp_path / "traces") == {1: 1, 2: 2}


def test_jobs_share_a_folder_and_another_version_begins_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    traces, kept = tmp_path / "traces", tmp_path / "kept"
    piece, same_key = counted(traces, [1])[0], Piece("count-1", "tests.lab.chores:third", {"n": 1})
    for _ in range(2):
        assert work([piece], workers=1, folder=kept) == [1]
        assert work([same_key], workers=1, folder=kept) == [{"n": 1, "third": 1 / 3}]
    assert times(traces) == {1: 1}
    monkeypatch.setattr("tafelrunde.lab.pieces.version", lambda: "another")
    work([piece], workers=1, folder=kept)
    assert times(traces) == {1: 2}


def test_what_cannot_be_kept_is_said_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Unavailable) as missing:
        work(counted(tmp_path / "traces"), workers=1, folder=tmp_path / "file" / "kept")
    assert all(str(tmp_path / "file" / "kept") in missing.value.text(lang) for lang in LANGUAGES)
    assert times(tmp_path / "traces") == {}


def test_keys_are_unique() -> None:
    with pytest.raises(ValueError, match="key"):
        work([THIRDS[0], THIRDS[0]])
