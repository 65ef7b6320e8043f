"""`tafelrunde check-log` says plainly whether a database is whole, and ends with a status that scripts understand."""

import asyncio
import json
import sqlite3
from pathlib import Path

from typer.testing import CliRunner

from tafelrunde.cli.main import app
from tafelrunde.server.storage.store import Store
from tafelrunde.server.tables import table_log
from tafelrunde.table import acts, permissions
from tafelrunde.table.acts import Settings

TABLE = "abcdefabcdef"


async def fill(url: str) -> None:
    store = await Store.open(url)
    created = permissions.created("anna", "Anna", Settings("denkste", {}), None, None)
    assert isinstance(created, acts.Created)
    await table_log.create_table(store, TABLE, created, 1.0)
    await store.close()


def check(url: str, code: int, *words: str, lang: str = "en") -> str:
    done = CliRunner().invoke(app, ["check-log", url, "--lang", lang, *words])
    assert done.exit_code == code, done.output
    return done.output


def test_a_database_is_examined(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    url = f"sqlite:///{file}"
    assert "The database cannot be checked: there is no file" in check(url, 2)
    assert not file.exists()
    assert "La base de données ne peut pas être vérifiée" in check("nothing", 2, lang="fr")
    asyncio.run(fill(url))
    said = check(url, 0)
    assert "Checked 1 table with 1 entry; 0 games are over." in said and "All is well." in said
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE log SET at = 2")
    connection.close()
    said = check(url, 1, lang="de")
    assert f"{TABLE}: Eintrag 1 wurde verändert." in said and "1 Tisch ist nicht in Ordnung." in said
    problem = {"table": TABLE, "version": 1, "what": "content"}
    assert json.loads(check(url, 1, "--json"))["problems"] == [problem]
