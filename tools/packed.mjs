// Compresses files, with quality 11 as small as it gets: node packed.mjs QUALITY FOLDER NAME … writes NAME.br beside each.
import { readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import zlib from "node:zlib";

const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;
const [quality, folder, ...names] = process.argv.slice(2);

async function pack(name) {
  const content = readFileSync(`${folder}/${name}`);
  const params = { [BROTLI_PARAM_QUALITY]: Number(quality), [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${folder}/${name}.br`, await promisify(zlib.brotliCompress)(content, { params }));
}
await Promise.all(names.map(pack));
