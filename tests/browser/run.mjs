// Runs Python over modules of compiled code, as a browser does. Reads from standard input, as JSON: the folder with all that
// a browser is sent, a game, whether to start from the image, more files by their places, and functions with arguments.
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";

const given = JSON.parse(readFileSync(0));
const { boot } = await import(pathToFileURL(`${given.folder}/boot.mjs`));
const getNow = (name) => new Uint8Array(readFileSync(`${given.folder}/${name}`)).buffer;
const get = async (name) => getNow(name);
const started = boot(`${given.folder}/`, get, getNow, given.image);
const python = await started.python;
await started.need(given.game);
for (const [place, file] of Object.entries(given.files)) {
  python.FS.mkdirTree(dirname(`/site/${place}`));
  python.FS.writeFile(`/site/${place}`, readFileSync(file));
}
python.runPython("import sys; sys.path_importer_cache.clear()");
try {
  const call = ([module, name, ...values]) => python.pyimport(module)[name](...values).toJs();
  console.log(JSON.stringify(given.calls.map(call)));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
