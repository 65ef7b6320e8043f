"""What a browser is sent, made once for all who test it."""

import fcntl
from pathlib import Path

import pytest
from tools import local as files


@pytest.fixture(scope="session")
def local(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder; several processes share it."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "local"
    folder.mkdir(exist_ok=True)
    with (folder.parent / "local.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / files.LAST).exists():
            files.gather(folder)
    return folder
