// Calls the functions of a module by its description; the package's docstring says how a call works.

const same = (value) => value;

/** A number as WebAssembly takes it: 64 bits as a bigint. */
const taken = { int64: BigInt, uint64: BigInt, bool: Number };

/** A number that WebAssembly gives, which knows no sign. */
const given = {
  bool: (value) => value !== 0,
  uint8: (value) => value & 0xff,
  uint16: (value) => value & 0xffff,
  uint32: (value) => value >>> 0,
  uint64: (value) => BigInt.asUintN(64, value),
};

/** A module, opened: its memory, and its functions by name. */
export async function open(bytes, description) {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  return new Module(instance.exports, description);
}

export class Module {
  constructor(exports, description) {
    this.exports = exports;
    this.description = description;
    this.functions = {};
    for (const [name, { parameters, returns }] of Object.entries(description.exports))
      this.functions[name] = this.#caller(exports[name], parameters, returns);
  }

  /** A place for so many bytes; free it with `free`. */
  alloc(size) {
    const place = this.exports.alloc(size);
    if (place === 0) throw new RangeError(`no room for ${size} bytes`);
    return place;
  }

  free(place) {
    this.exports.free(place);
  }

  /** The bytes at a place, as they are now: take them anew after a call, which may have made the memory larger. */
  bytes(place, size) {
    return new Uint8Array(this.exports.memory.buffer, place, size);
  }

  /** Takes one argument for each parameter: numbers, arrays as { place, shape }, tuples as lists. */
  #caller(called, parameters, returns) {
    const width = Array.isArray(returns) ? returns.length : 0;
    const read = given[returns] ?? same;
    return (...values) => {
      if (values.length !== parameters.length) throw new TypeError(`${parameters.length} arguments, not ${values.length}`);
      const flat = [];
      parameters.forEach((kind, i) => flatten(kind, values[i], flat));
      if (!width) return read(called(...flat));
      const out = this.alloc(8 * width);
      called(out, ...flat);
      const view = new DataView(this.exports.memory.buffer, out, 8 * width);
      const result = returns.map((kind, i) => cell(view, 8 * i, kind));
      this.free(out);
      return result;
    };
  }
}

/** The numbers that are passed for an argument. */
function flatten(kind, value, flat) {
  if (kind.tuple) kind.tuple.forEach((part, i) => flatten(part, value[i], flat));
  else if (kind.array) {
    if (value.shape.length !== kind.dimensions) throw new TypeError(`${kind.dimensions} dimensions, not ${value.shape.length}`);
    flat.push(value.place, ...value.shape);
  } else flat.push((taken[kind.scalar] ?? same)(value));
}

/** A number of a tuple that was returned. */
function cell(view, at, kind) {
  if (kind.startsWith("float")) return view.getFloat64(at, true);
  if (kind === "bool") return view.getBigInt64(at, true) !== 0n;
  const whole = kind.startsWith("u") ? view.getBigUint64(at, true) : view.getBigInt64(at, true);
  return kind.endsWith("64") ? whole : Number(whole);
}
