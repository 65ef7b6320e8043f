// Starts Python with our packages: from an image of its memory if that is possible, otherwise from its modules.
import { bind } from "./bind.mjs";

const SITE = "/site";

/** How many numbers of 32 bits are a block of memory. */
export const BLOCK = 1024;

/** Where memory begins there are the constants of compiled Python. The image has zeros in their place: this makes one of the other.
 * `varied` are blocks that are not constant. Returns a sum of the constants, by which one sees whether they are the same. */
export function differ(image, fresh, { blocks, varied }) {
  const start = new Uint32Array(image.buffer, image.byteOffset, 2)[1];
  const kept = new Uint32Array(image.buffer, image.byteOffset + start, blocks * BLOCK);
  const constants = new Uint32Array(fresh.buffer, 0, blocks * BLOCK);
  let sum = 0;
  for (let block = 0; block < blocks; block++) {
    if (varied.includes(block)) continue;
    for (let i = block * BLOCK; i < (block + 1) * BLOCK; i++) {
      kept[i] ^= constants[i];
      sum = (Math.imul(sum, 31) + constants[i]) | 0;
    }
  }
  return sum;
}

/** Python as the image has it; everything that it needs is in its memory. */
async function fromImage(options, get, contents) {
  const loaded = get("image.bin").then((buffer) => new Uint8Array(buffer));
  const create = async (settings) => {
    const { default: start } = await import(/* @vite-ignore */ `${options.indexURL}pyodide.asm.mjs`);
    const module = await start(settings);
    const image = await loaded;
    const { image: described } = await contents;
    if (image.length > module.HEAPU8.length) module.growMemory(image.length);
    if (differ(image, module.HEAPU8, described) !== described.sum) throw new Error("the image was made by another Python");
    return module;
  };
  const stdLibURL = `${options.indexURL}nothing.zip`;
  const python = await options.load({ ...options, stdLibURL, _loadSnapshot: loaded, createPyodideModule: create });
  python.pyimport("tafelrunde.browser.local.warm_up").refresh();
  return python;
}

/** Python that imports what it needs. */
async function fromModules(options, get) {
  const archive = get("python.zip");
  const python = await options.load({ ...options, stdLibURL: `${options.indexURL}stdlib.zip` });
  python.unpackArchive(new Uint8Array(await archive), "zip", { extractDir: SITE });
  python.runPython(`import sys; sys.path.insert(0, "${SITE}")`);
  return python;
}

/** Python, and `need(game)`, which makes sure that the rules and bots of a game are there; one need not wait for Python before.
 * `get(name)` promises the buffer of a file in `folder`, `getNow(name)` gives it at once: what a bot has learned comes when it is
 * first asked. */
export function boot(folder, get, getNow, triesImage = true) {
  const read = async (name) => JSON.parse(new TextDecoder().decode(await get(name)));
  const contents = read("contents.json");
  const needed = new Map();

  async function start() {
    const { loadPyodide: load } = await import(/* @vite-ignore */ `${folder}pyodide.mjs`);
    const options = { load, indexURL: folder, lockFileContents: contents.then(({ lock }) => lock) };
    if (triesImage)
      try {
        return await fromImage(options, get, contents);
      } catch (error) {
        console.info("starting without an image:", error);
      }
    return fromModules(options, get);
  }
  const python = Promise.all([start(), contents]).then(([here, { weights }]) => {
    here.pyimport("tafelrunde.browser.face.arrays").fetch = (place) => {
      try {
        return getNow(weights[place]);
      } catch (error) {
        console.info(place, error);
        return undefined;
      }
    };
    return here;
  });

  async function load(name) {
    const [{ instance }, description] = await Promise.all([
      get(`${name}.wasm`).then((code) => WebAssembly.instantiate(code, {})),
      read(`${name}.json`),
    ]);
    const here = await python;
    const compiled = here.pyimport("tafelrunde.kernel.compiled");
    const code = bind(instance.exports, description, () => compiled.memory.getBuffer("u8"));
    compiled.bind(here.toPy(description), code);
  }

  function need(game) {
    if (!needed.has(game)) needed.set(game, Promise.all([load(`${game}-rules`), load(`${game}-bots`)]));
    return needed.get(game);
  }
  return { python, need };
}
