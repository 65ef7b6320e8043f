// Repeats the calls of a script in a module: node replay.mjs CALLER MODULE DESCRIPTION SCRIPT
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [caller, file, described, written] = process.argv.slice(2);
const { open } = await import(pathToFileURL(caller));
const description = JSON.parse(readFileSync(described, "utf8"));
const module = await open(readFileSync(file), description);
const digest = createHash("sha256");
const arrays = [];
const word = Buffer.alloc(8);
let calls = 0;

/** The argument for a parameter; the arrays in it are added to a list, with their sizes. */
function argument(kind, value, used) {
  if (kind.tuple) return kind.tuple.map((part, i) => argument(part, value[i], used));
  if (!kind.array) return typeof value === "string" ? BigInt(value) : value;
  const size = value.shape.reduce((size, length) => size * length, kind.size);
  const own = "bytes" in value;
  const place = own ? module.alloc(size) : arrays[value.array].place;
  if (own) module.bytes(place, size).set(Buffer.from(value.bytes, "hex"));
  used.push({ place, size, own });
  return { place, shape: value.shape };
}

/** Takes what a call has returned into the hash. */
function note(kind, value) {
  if (kind.startsWith("float")) word.writeDoubleLE(value);
  else word.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)));
  digest.update(word);
}

const steps = {
  array: (size) => arrays.push({ place: module.alloc(size), size }),
  write: (number, hex) => module.bytes(arrays[number].place, arrays[number].size).set(Buffer.from(hex, "hex")),
  copy: (from, to) => module.bytes(arrays[to].place, arrays[to].size).set(module.bytes(arrays[from].place, arrays[to].size)),
  call(name, values) {
    const { parameters, returns } = description.exports[name];
    const used = [];
    const result = module.functions[name](...parameters.map((kind, i) => argument(kind, values[i], used)));
    if (Array.isArray(returns)) returns.forEach((kind, i) => note(kind, result[i]));
    else if (returns !== null) note(returns, result);
    for (const { place, size, own } of used) {
      digest.update(module.bytes(place, size));
      if (own) module.free(place);
    }
    calls++;
  },
  check(what, hash) {
    if (digest.copy().digest("hex") === hash) return;
    console.log(`${what}: not the same after ${calls} calls`);
    process.exit(1);
  },
};
for (const [step, ...values] of JSON.parse(readFileSync(written, "utf8"))) steps[step](...values);
console.log(JSON.stringify({ calls }));
