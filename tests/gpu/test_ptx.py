"""The kernels become PTX that names nothing a card does not have; without a card one line says what is missing."""

import re
import subprocess
import sys

import pytest

import tafelrunde as tr
from tafelrunde.kernel import errors
from tafelrunde.kernel.errors import BadOption, Unavailable
from tafelrunde.kernel.targets.gpu import cuda, ptx
from tafelrunde.kernel.targets.gpu.build import ptx_of

KERNELS = {"random_games", "start", "step", "pick", "refused"}


@pytest.mark.parametrize("name", tr.games())
def test_every_game_becomes_ptx(name: str) -> None:
    file = ptx_of(tr.load(name))
    text = file.read_text()
    assert set(re.findall(r"^\.visible \.entry (\w+)\(", text, re.M)) == KERNELS
    assert ".extern" not in text
    assert re.search(r"^\.target sm_80$", text, re.M)
    stamp = file.stat().st_mtime_ns
    assert ptx_of(tr.load(name, players=4)) == file and file.stat().st_mtime_ns == stamp, "kept, for all options"


def test_what_no_card_has_is_named() -> None:
    with pytest.raises(LookupError, match="a graphics card has no fetch_from_moon"):
        ptx.to_ptx(
            ["declare void @fetch_from_moon()\ndefine void @games() {\n call void @fetch_from_moon()\n ret void\n}\n"],
            ["games"],
        )


def test_without_cupy_one_line_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(module: str) -> None:
        raise ModuleNotFoundError(f"No module named {module!r}", name=module)

    monkeypatch.setattr(errors, "import_module", nothing)
    cuda.cupy.cache_clear()
    for ask in (
        lambda: tr.load("dog").playouts(games=1, device="cuda"),
        lambda: tr.load("dog").batch(4, device="cuda"),
    ):
        with pytest.raises(Unavailable) as caught:
            ask()
        assert caught.value.text("en") == "CuPy is not installed. This installs it: pip install tafelrunde[gpu]"


def test_another_device_is_refused() -> None:
    for ask in (lambda: tr.load("dog").playouts(games=1, device="tpu"), lambda: tr.load("dog").batch(4, device="tpu")):
        with pytest.raises(BadOption) as caught:
            ask()
        assert caught.value.text("en") == "device: 'tpu' is not a valid choice; allowed: cpu, cuda."


def test_who_plays_does_not_load_it() -> None:
    code = (
        "import sys, tafelrunde as tr; tr.load('denkste').new(seed=1); tr.load('denkste').playouts(games=2); "
        "print([name for name in sys.modules if 'gpu' in name or 'targets.ir' in name])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout.strip() == "[]"
