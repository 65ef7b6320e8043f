// Compresses files as small as it gets: node packed.mjs FOLDER NAME … writes NAME.br beside each.
import { readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import zlib from "node:zlib";

const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;
const [folder, ...names] = process.argv.slice(2);

async function pack(name) {
  const content = readFileSync(`${folder}/${name}`);
  const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${folder}/${name}.br`, await promisify(zlib.brotliCompress)(content, { params }));
}
await Promise.all(names.map(pack));
