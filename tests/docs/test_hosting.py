"""What docs/hosting.md, the Dockerfile and compose.yaml say fits the program. No container is started here."""

import asyncio
import json
import os
import re
import socket
import subprocess
import sys
from dataclasses import fields
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import pytest
import typer.main
import yaml

from tafelrunde.cli import main as cli
from tafelrunde.server.process import metrics
from tafelrunde.server.process.config import Config
from tafelrunde.server.process.startup import PREFIX
from tafelrunde.server.storage.entries import Entry, chained, new_start
from tafelrunde.server.storage.store import Store

ROOT = Path(__file__).parents[2]
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", "")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]
CADDY = (ROOT / "Caddyfile").read_text(encoding="utf-8")


def settings() -> dict[str, Any]:
    """Every variable with its default: the options of `serve`, what has none, and where the compiled rules are."""
    serve: Any = typer.main.get_command(cli.app).commands["serve"]  # type: ignore[attr-defined]
    options = {option.envvar: option.default for option in serve.params if option.envvar}
    return (
        {f"{PREFIX}{field.name.upper()}": field.default for field in fields(Config)}
        | options
        | {f"{PREFIX}CACHE": None}
    )


def test_every_setting_is_in_the_table_with_its_default() -> None:
    rows = dict(re.findall(rf"^\| `({PREFIX}\w+)`[^|]*\| ([^|]+) \|", HOSTING, re.MULTILINE))
    known = settings()
    assert rows.keys() == known.keys()
    for name, default in known.items():
        if isinstance(default, int | float):
            assert float(rows[name]) == default, name


def test_only_settings_that_exist_are_used() -> None:
    for text in (HOSTING, DOCKERFILE, (ROOT / "compose.yaml").read_text(encoding="utf-8")):
        assert set(re.findall(rf"{PREFIX}\w+", text)) <= settings().keys()
    options = set(re.findall(r"\(`(--\w+)`\)", HOSTING))
    assert options == {"--host", "--port", "--data", "--database", "--redis", "--workers"}


def test_every_figure_to_watch_is_one() -> None:
    counted = metrics.Metrics().text().decode()
    named = set(re.findall(r"`(tafelrunde_\w+)`", HOSTING))
    assert len(named) >= 6
    for figure in named:
        assert f"# TYPE {figure.removesuffix('_total')}" in counted, figure


# the image


def instructions(name: str) -> list[str]:
    return re.findall(rf"^{name} +(.*)$", DOCKERFILE, re.MULTILINE)


def test_the_image_takes_what_it_needs_and_nothing_else() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert ignored[0] == "*"
    own = [line.split()[:-1] for line in instructions("COPY") if not line.startswith("--from")]
    copied = {word for words in own for word in words}
    assert all((ROOT / name).exists() for name in copied)
    assert {name.partition("/")[0] for name in copied} == {entry[1:] for entry in ignored if entry.startswith("!")}


def test_the_image_has_the_pages_that_the_server_gives_out() -> None:
    [built] = [line.split() for line in instructions("COPY") if line.startswith("--from")]
    assert built == ["--from=pages", "/app/src/tafelrunde/server/pages", "src/tafelrunde/server/pages"]
    assert {"web/node_modules", "src/tafelrunde/server/pages"} <= set(
        (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    )


def test_the_image_runs_the_server_as_nobody_special() -> None:
    [user], [command] = instructions("USER"), instructions("CMD")
    assert f"--create-home {user} " in DOCKERFILE and user != "root"
    assert json.loads(command) == ["tafelrunde", "serve"]
    assert DOCKERFILE.index("USER") < DOCKERFILE.index("HEALTHCHECK") < DOCKERFILE.index('CMD ["tafelrunde"')


class Patient(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200 if self.server.healthy else 500)  # type: ignore[attr-defined]
        self.end_headers()

    def log_message(self, *_: Any) -> None: ...


@pytest.mark.parametrize("healthy", [True, False])
def test_the_check_of_health_tells_the_healthy_from_the_sick(healthy: bool) -> None:
    [check] = re.findall(r"^HEALTHCHECK .*?CMD (.*)$", DOCKERFILE, re.MULTILINE)
    with HTTPServer(("127.0.0.1", 0), Patient) as server:
        server.healthy = healthy  # type: ignore[attr-defined]
        Thread(target=server.serve_forever, daemon=True).start()
        assert (look(check, server.server_port) == 0) == healthy
        server.shutdown()


def test_the_check_of_health_notices_that_nobody_is_there() -> None:
    [check] = re.findall(r"^HEALTHCHECK .*?CMD (.*)$", DOCKERFILE, re.MULTILINE)
    with socket.socket() as unheard:
        unheard.bind(("127.0.0.1", 0))
        assert look(check, unheard.getsockname()[1]) != 0


def look(check: str, port: int) -> int:
    python, *words = json.loads(check)
    assert python == "python"
    environment = os.environ | {"TAFELRUNDE_PORT": str(port)}
    return subprocess.run([sys.executable, *words], env=environment, capture_output=True, timeout=60).returncode


def test_the_rules_can_be_compiled_beforehand() -> None:
    [warm] = [json.loads(line) for line in instructions("RUN") if line.startswith("[")]
    subprocess.run([sys.executable, *warm[1:]], check=True, timeout=300)


# the composition


def filled(text: str) -> str:
    """With something in the place of ${VARIABLES}."""
    return re.sub(r"\$\{[^}]*\}", "something", text)


def test_two_servers_share_a_database_and_a_redis_that_are_there() -> None:
    server = SERVICES["server"]
    assert server["deploy"]["replicas"] == 2 and server["build"] == "."
    database, redis = (urlsplit(filled(server["environment"][f"{PREFIX}{name}"])) for name in ("DATABASE", "REDIS"))
    owner = SERVICES["postgres"]["environment"]
    assert database.hostname == "postgres" and redis.hostname == "redis"
    assert (database.username, database.path) == (owner["POSTGRES_USER"], f"/{owner['POSTGRES_DB']}")
    for other in (database.hostname, redis.hostname):
        assert server["depends_on"][other] == {"condition": "service_healthy"} and SERVICES[other]["healthcheck"]
    assert not any("ports" in SERVICES[name] for name in ("server", "postgres", "redis")), "only the proxy is outside"


def test_nothing_is_lost_with_a_container() -> None:
    for name, folder in (("postgres", "/var/lib/postgresql/data"), ("proxy", "/data")):
        kept = [volume.split(":") for volume in SERVICES[name]["volumes"]]
        assert any(volume in COMPOSE["volumes"] and inside == folder for volume, inside, *_ in kept)


def test_what_hangs_is_ended_and_what_ends_is_started_again() -> None:
    for name, service in SERVICES.items():
        assert service["restart"] == "unless-stopped" and service["init"], name
        assert service["healthcheck"]["test"].endswith("; kill -9 -1"), name


def hanging_check(name: str, answer: str, folder: Path) -> tuple[int, bool]:
    """The status of a health check whose programs answer like this, and whether it would have ended everything."""
    [command] = re.findall(r"timeout \d+ (\w[\w-]*)", SERVICES[name]["healthcheck"]["test"])
    for program, does in ((command, answer), ("timeout", 'shift; "$@"')):
        (folder / program).write_text(f"#!/bin/sh\n{does}\n")
        (folder / program).chmod(0o755)
    script = SERVICES[name]["healthcheck"]["test"].replace("$$", "$").replace("kill -9 -1", "echo ended")
    environment = os.environ | {"PATH": f"{folder}:{os.environ['PATH']}"}
    done = subprocess.run(["sh", "-c", script], env=environment, capture_output=True, text=True, timeout=60)
    return done.returncode, "ended" in done.stdout


@pytest.mark.parametrize("name", SERVICES)
def test_a_health_check_ends_what_hangs_and_nothing_else(name: str, tmp_path: Path) -> None:
    assert hanging_check(name, "exit 0", tmp_path) == (0, False)
    assert hanging_check(name, "exit 1", tmp_path) == (1, False), "it starts, or answers with an error"
    assert hanging_check(name, "exit 124", tmp_path)[1], "it did not answer in time"
    tries = tmp_path / "tries"
    late = f"echo >> {tries}; [ $(wc -l < {tries}) -gt 2 ] || exit 124"
    assert hanging_check(name, late, tmp_path) == (0, False), "the third try counts"


def test_containers_have_no_more_than_they_need() -> None:
    for name, service in SERVICES.items():
        assert service["cap_drop"] == ["ALL"] and service.get("cap_add", []) in ([], ["NET_BIND_SERVICE"]), name
        assert service["security_opt"] == ["no-new-privileges:true"] and service["mem_limit"], name
        assert {"max-size", "max-file"} <= service["logging"]["options"].keys(), name


def test_redis_has_a_password() -> None:
    url = urlsplit(filled(SERVICES["server"]["environment"][f"{PREFIX}REDIS"]))
    command = SERVICES["redis"]["command"]
    assert url.password and command[command.index("--requirepass") + 1] == "${REDIS_PASSWORD}"
    assert SERVICES["redis"]["environment"]["REDISCLI_AUTH"] == "${REDIS_PASSWORD}"


def test_images_have_a_version() -> None:
    based = [line.partition(" AS ")[0] for line in instructions("FROM")]
    images = [service["image"] for service in SERVICES.values() if "image" in service] + based
    assert len(images) == 5 and all(re.fullmatch(r"[a-z]+:\d[\w.-]*", image) for image in images)


def test_the_proxy_leads_to_the_servers() -> None:
    [port] = instructions("EXPOSE")
    assert f"dynamic a server {port} " in CADDY and f"{PREFIX}PORT={port}" in DOCKERFILE
    assert CADDY.startswith("{$SITE} {") and "SITE" in SERVICES["proxy"]["environment"]
    assert any(volume.startswith("./Caddyfile:") for volume in SERVICES["proxy"]["volumes"])
    assert re.search(r"header Strict-Transport-Security \"max-age=\d{8,}\"", CADDY)
    assert CADDY.count("{") == CADDY.count("}") and "respond /metrics 404" in CADDY


# operating


def test_every_command_is_there() -> None:
    commands: Any = typer.main.get_command(cli.app).commands  # type: ignore[attr-defined]
    named = set(re.findall(r"`tafelrunde admin ([a-z-]+)", HOSTING))
    assert named | {"unban"} == commands["admin"].commands.keys()
    assert set(re.findall(r"tafelrunde ([a-z]+(?:-[a-z]+)?)\b", HOSTING)) >= {
        "backup",
        "restore",
        "forget",
        "check-log",
    }


def test_a_backup_of_a_live_database_has_everything(tmp_path: Path) -> None:
    games, copy = f"sqlite:///{tmp_path / 'games.db'}", tmp_path / "backup.db"
    entry = chained(new_start(), "table", 1, None, b"{}", 1.0)

    async def prepared() -> Store:
        store = await Store.open(games)
        await store.create(entry.table, b"{}", True, 1.0)
        await store.append(entry)
        return store

    async def live() -> list[Entry]:
        store = await prepared()
        target = f"sqlite:///{tmp_path / 'new.db'}"
        for command in (["backup", str(copy), "--database", games], ["restore", str(copy), "--database", target]):
            program = (sys.executable, "-c", "from tafelrunde.cli.main import main; main()")
            assert await (await asyncio.create_subprocess_exec(*program, *command)).wait() == 0
        await store.close()
        restored = await Store.open(target)
        found = await restored.entries(entry.table)
        await restored.close()
        return found

    assert asyncio.run(live()) == [entry]
