// Runs Python in Pyodide over modules of compiled code. Reads from standard input, as JSON: where Pyodide and `bind.mjs`
// are, the archive, the folder of modules with their names, more files by their places, and functions with arguments.
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";

const given = JSON.parse(readFileSync(0));
const { loadPyodide } = await import(pathToFileURL(`${given.pyodide}/pyodide.mjs`));
const { bind } = await import(pathToFileURL(given.bind));
const python = await loadPyodide({ indexURL: `${given.pyodide}/` });
const write = (place, file) => {
  python.FS.mkdirTree(dirname(`/site/${place}`));
  python.FS.writeFile(`/site/${place}`, readFileSync(file));
};
python.FS.mkdirTree("/site");
python.unpackArchive(new Uint8Array(readFileSync(given.pack)), "zip", { extractDir: "/site" });
for (const [place, file] of Object.entries(given.files)) write(place, file);
python.runPython("import sys; sys.path.insert(0, '/site')");
const compiled = python.pyimport("tafelrunde.kernel.compiled");
for (const name of given.modules) {
  const description = JSON.parse(readFileSync(`${given.folder}/${name}.json`));
  const { instance } = await WebAssembly.instantiate(readFileSync(`${given.folder}/${name}.wasm`), {});
  compiled.bind(python.toPy(description), bind(instance.exports, description, () => compiled.memory.getBuffer("u8")));
}
try {
  const call = ([module, name, ...values]) => python.pyimport(module)[name](...values).toJs();
  console.log(JSON.stringify(given.calls.map(call)));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
