// Runs Python in Pyodide over modules of compiled code: node run.mjs PYODIDE PACK FOLDER FILE EXPRESSION MODULE …
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, bind, pack, folder, file, expression, ...modules] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const { bind: binding } = await import(pathToFileURL(bind));
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.FS.mkdirTree("/tafelrunde");
python.unpackArchive(new Uint8Array(readFileSync(pack)), "zip", { extractDir: "/tafelrunde" });
python.FS.writeFile("/tafelrunde/given.py", readFileSync(file));
python.runPython("import sys; sys.path.insert(0, '/tafelrunde')");
const compiled = python.pyimport("tafelrunde.kernel.compiled");
const memory = compiled.memory;
for (const name of modules) {
  const description = JSON.parse(readFileSync(`${folder}/${name}.json`));
  const { instance } = await WebAssembly.instantiate(readFileSync(`${folder}/${name}.wasm`), {});
  compiled.bind(python.toPy(description), binding(instance.exports, description, () => memory.getBuffer("u8")));
}
const began = performance.now();
const found = python.runPython(`import json, given\njson.dumps(given.${expression})`);
console.log(JSON.stringify({ found: JSON.parse(found), ms: Math.round(performance.now() - began) }));
