"""What browsers play with is made when it has to be, and whoever asks meanwhile finds what was there."""

import json
import threading
from pathlib import Path

import pytest
from tools import local


class Maker:
    """Makes a file of one source, and counts how often."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.source, self.made, self.busy = "rules", 0, 0
        monkeypatch.setattr(local, "collect", lambda folder: (folder / "source").write_text(self.source))
        monkeypatch.setattr(local, "finish", self._finish)
        monkeypatch.setattr(local, "_compress", lambda folder, names, quickly: None)

    def _finish(self, folder: Path) -> None:
        assert not self.busy, "two at once"
        self.busy += 1
        (folder / "image.bin").write_text(f"image of {self.source}")
        self.made += 1
        self.busy -= 1


@pytest.fixture
def maker(monkeypatch: pytest.MonkeyPatch) -> Maker:
    return Maker(monkeypatch)


def shown(folder: Path) -> str:
    """What a browser finds."""
    manifest = json.loads((folder / "manifest.json").read_text())
    assert {path.name for path in folder.iterdir()} == {"manifest.json", manifest["version"]}
    assert manifest["files"] == ["image.bin", "source"]
    return (folder / str(manifest["version"]) / "image.bin").read_text()


def test_it_is_made_anew_only_when_a_source_has_changed(maker: Maker, tmp_path: Path) -> None:
    first = local.write(tmp_path)
    assert local.write(tmp_path) == first and maker.made == 1 and shown(tmp_path) == "image of rules"
    maker.source = "other rules"
    assert local.write(tmp_path) != first and maker.made == 2 and shown(tmp_path) == "image of other rules"


def test_what_was_made_quickly_is_made_small_when_it_is_needed(maker: Maker, tmp_path: Path) -> None:
    made = [local.write(tmp_path, quickly) for quickly in (True, True, False, True, False)]
    assert len(set(made)) == 1 and maker.made == 2


@pytest.mark.parametrize("broken", ["manifest.json", "image.bin"])
def test_what_is_broken_or_was_interrupted_is_made_again(maker: Maker, tmp_path: Path, broken: str) -> None:
    made = local.write(tmp_path)
    (tmp_path / "making").mkdir()
    (tmp_path / "making" / "half").touch()
    if broken == "manifest.json":
        (tmp_path / broken).write_text("{")
    else:
        (made / broken).unlink()
    assert local.write(tmp_path) == made and maker.made == 2 and shown(tmp_path) == "image of rules"


def test_two_who_make_it_at_once_wait_for_each_other(maker: Maker, tmp_path: Path) -> None:
    threads = [threading.Thread(target=local.write, args=(tmp_path,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert maker.made == 1 and shown(tmp_path) == "image of rules"
