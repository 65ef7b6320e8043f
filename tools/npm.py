"""Makes the package for JavaScript: `python -m tools.npm FOLDER`, from where npm can install or pack it.

The code is web/npm, compiled by TypeScript; Python and the games are those of `tools.local`. Pyodide is what it depends
on, in the version that web/package.json pins.
"""

import json
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from tafelrunde.browser import pack
from tools import local

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"


def described() -> dict[str, Any]:
    """Its package.json."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    web = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
    return {
        "name": project["name"],
        "version": project["version"],
        "description": project["description"],
        "license": project["license"],
        "type": "module",
        "exports": {
            ".": {"types": "./dist/npm/index.d.ts", "default": "./dist/npm/index.js"},
            "./files/*": "./files/*",
        },
        "types": "./dist/npm/index.d.ts",
        "files": ["dist", "files", "example.mjs"],
        "engines": {"node": ">=20"},
        "dependencies": {"pyodide": web["dependencies"]["pyodide"]},
    }


def write(folder: Path) -> None:
    """Write the whole package to a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "files").mkdir(parents=True)
    compiler = WEB / "node_modules" / "typescript" / "bin" / "tsc"
    subprocess.run(["node", str(compiler), "-p", str(WEB / "npm"), "--outDir", str(folder / "dist")], check=True)
    shutil.copyfile(Path(pack.__file__).with_name("bind.mjs"), folder / "dist" / "npm" / "bind.mjs")
    local.write_games(folder / "files")
    for source in (WEB / "npm" / "README.md", WEB / "npm" / "example.mjs", ROOT / "LICENSE"):
        shutil.copyfile(source, folder / source.name)
    (folder / "package.json").write_text(json.dumps(described(), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
    size = sum(path.stat().st_size for path in Path(sys.argv[1]).rglob("*") if path.is_file())
    print(f"{sys.argv[1]}: {size / 1e6:.1f} MB")
