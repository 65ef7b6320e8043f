// Makes what a browser starts Python from: node image.mjs PYODIDE FOLDER, in which Python and the compiled games stand.
//
// `stdlib.zip` has those modules of Python's library that are used; they and those of `python.zip` become byte code.
// `image.bin` is the memory of a Python that has imported and tried all of them.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { bind } from "./bind.mjs";
import { BLOCK, differ } from "./boot.mjs";

const [home, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${home}/pyodide.mjs`));
const { lock } = JSON.parse(readFileSync(`${folder}/contents.json`, "utf8"));
const options = { indexURL: `${home}/`, lockFileContents: lock, env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" } };

/** Everything imported and tried, for which every game is bound. */
async function warm(python) {
  python.runPython("import sys; sys.path.insert(0, '/site')");
  const compiled = python.pyimport("tafelrunde.kernel.compiled");
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".wasm") && !file.startsWith("pyodide"))) {
    const description = JSON.parse(readFileSync(`${folder}/${name.replace(".wasm", ".json")}`, "utf8"));
    const { instance } = await WebAssembly.instantiate(readFileSync(`${folder}/${name}`), {});
    const given = python.toPy(description);
    const memory = () => compiled.memory.getBuffer("u8");
    compiled.bind(given, bind(instance.exports, description, memory));
    given.destroy();
  }
  await python.runPythonAsync(`
import pathlib
found = [path.relative_to("/site").with_suffix("").parts for path in sorted(pathlib.Path("/site").rglob("*.py*"))]
modules = [".".join(parts[:-1] if parts[-1] == "__init__" else parts) for parts in found]
from tafelrunde.browser.local.warm_up import warm_up
await warm_up(modules)
del found, modules, warm_up, pathlib
import gc, linecache
from tafelrunde.kernel import compiled
compiled.modules.clear()
linecache.clearcache()
`);
  compiled.destroy();
  python.runPython("gc.collect()");
}

// Without docstrings (Pyodide needs its own) and columns in tracebacks. Python does without what reaches far and is never used.
const COMPILE = `
import importlib.util, marshal, sys, zipfile
HEAD = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)
DATE = (1980, 1, 1, 0, 0, 0)
def compiled(name, source):
    level = 0 if "pyodide" in name else 2
    return HEAD + marshal.dumps(compile(source, name, "exec", dont_inherit=True, optimize=level))
def write(path, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            if name.endswith(".py"):
                name, content = name + "c", compiled(name, content)
            archive.writestr(zipfile.ZipInfo(name, DATE), content, zipfile.ZIP_DEFLATED, 9)
def read(path, chosen):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist() if chosen(name)}
never = ("ssl", "bz2", "lzma", "compression")
used = {name.replace(".", "/") + end for name in sys.modules for end in (".py", "/__init__.py") if name.split(".")[0] not in never}
write("/stdlib.zip", read("/lib/python314.zip", used.__contains__))
write("/python.zip", read("/whole.zip", lambda name: True))
`;

/** The files of one Python for another, past its memory. */
function copy(from, to, folder) {
  to.FS.mkdirTree(folder);
  for (const name of from.FS.readdir(folder).filter((name) => !name.startsWith("."))) {
    const path = `${folder}/${name}`;
    if (from.FS.isDir(from.FS.stat(path).mode)) copy(from, to, path);
    else to.FS.writeFile(path, from.FS.readFile(path));
  }
}

/** Fill memory that is free with zeros: what was there would only make the image larger. */
function clear({ _malloc, _free, _PyObject_Malloc, _PyObject_Free, _emscripten_get_sbrk_ptr, HEAPU8, HEAPU32 }) {
  const end = HEAPU32[_emscripten_get_sbrk_ptr() / 4];
  // First where Python keeps small objects, which has an order of its own
  const small = [];
  for (let size = 512; size >= 16; size -= 16)
    for (;;) {
      const place = _PyObject_Malloc(size);
      small.push(place);
      if (place + size > end) break;
      HEAPU8.fill(0, place, place + size);
    }
  for (const place of small) _PyObject_Free(place);
  const taken = [];
  for (let size = 1 << 16; size >= 8; size -= size > 4096 ? 4096 : size > 256 ? 64 : 8)
    for (;;) {
      const place = _malloc(size);
      taken.push(place);
      if (place + size > end) break;
      HEAPU8.fill(0, place, place + size);
    }
  for (const place of taken) _free(place);
}

const first = await loadPyodide(options);
first.unpackArchive(new Uint8Array(readFileSync(`${folder}/python.zip`)), "zip", { extractDir: "/site" });
await warm(first);
first.FS.writeFile("/whole.zip", readFileSync(`${folder}/python.zip`));
first.runPython(COMPILE);
for (const name of ["stdlib.zip", "python.zip"]) writeFileSync(`${folder}/${name}`, first.FS.readFile(`/${name}`));
// An archive without a file
writeFileSync(`${folder}/nothing.zip`, new Uint8Array([0x50, 0x4b, 5, 6, ...Array(18).fill(0)]));


const second = await loadPyodide({ ...options, stdLibURL: `${folder}/stdlib.zip`, _makeSnapshot: true });
first.runPython("import shutil; shutil.rmtree('/site'); shutil.unpack_archive('/python.zip', '/site')");
copy(first, second, "/site");
await warm(second);
clear(second._module);
const image = second.makeMemorySnapshot();

/** The constants of a Python that has not begun yet: what stands before its stack. There, it also notes how it was called. */
async function constantsOf(name) {
  let found;
  const createPyodideModule = async (settings) => {
    const { default: start } = await import(pathToFileURL(`${home}/pyodide.asm.mjs`));
    const module = await start({ ...settings, thisProgram: name });
    found = module.HEAPU32.slice(0, module._emscripten_stack_get_end() / 4);
    if (image.length > module.HEAPU8.length) module.growMemory(image.length);
    return module;
  };
  await loadPyodide({ ...options, stdLibURL: `${folder}/nothing.zip`, _loadSnapshot: image, createPyodideModule, env: { LANG: name } });
  return found;
}
const [constants, others] = [await constantsOf("python"), await constantsOf("x".repeat(500))];
const start = new Uint32Array(image.buffer, image.byteOffset, 2)[1];
const kept = new Uint32Array(image.buffer, image.byteOffset + start, constants.length);
const described = { blocks: Math.floor(constants.length / BLOCK), varied: [] };
for (let block = 0; block < described.blocks; block++) {
  const part = [BLOCK * block, BLOCK * (block + 1)];
  const same = (other) => constants.subarray(...part).every((word, i) => word === other[part[0] + i]);
  if (!same(others) || !same(kept)) described.varied.push(block);
}
const contents = JSON.parse(readFileSync(`${folder}/contents.json`, "utf8"));
contents.image = { ...described, sum: differ(image, constants, described) };
writeFileSync(`${folder}/contents.json`, JSON.stringify(contents));
writeFileSync(`${folder}/image.bin`, image);
// Clocks of the tables that were tried would go on.
process.exit();
