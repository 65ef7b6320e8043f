// Lets Python call a module of compiled code: what `tafelrunde.kernel.compiled` calls in a browser.

const unsigned = { uint8: 0xff, uint16: 0xffff, uint32: 0xffffffff };

/** What is passed for each parameter, one role for each number: a place, 64 bits, or something else. */
function roles(kinds) {
  return kinds.flatMap((kind) => {
    if (kind.tuple) return roles(kind.tuple);
    if (kind.array) return ["place", ...Array(kind.dimensions).fill("number")];
    return [kind.scalar.endsWith("int64") ? "wide" : "number"];
  });
}

function reader(returns) {
  if (returns === "uint64") return (value) => BigInt.asUintN(64, value);
  if (returns === "bool") return (value) => value !== 0;
  if (returns in unsigned) return (value) => (value & unsigned[returns]) >>> 0;
  return (value) => value;
}

/** The memory of a module, and `call`, for Python. `memory()` gives the bytes in which it has the arrays of a call. */
export function bind(exports, description, memory) {
  const called = Object.entries(description.exports).map(([name, { parameters, returns }]) => ({
    function: exports[name],
    roles: [...(Array.isArray(returns) ? ["place"] : []), ...roles(parameters)],
    read: reader(returns),
  }));
  let base = 0;
  let room = 0;
  const bytes = (place, size) => new Uint8Array(exports.memory.buffer, place, size);
  const alloc = (size) => {
    const place = exports.alloc(size);
    if (!place) throw new RangeError(`no room for ${size} bytes`);
    bytes(place, size).fill(0);
    return place;
  };
  /** Copies between a place and a buffer of Python. */
  const copy = (place, buffer, way) => {
    const shared = buffer.getBuffer("u8");
    try {
      way(bytes(place, shared.data.length), shared.data);
    } finally {
      shared.release();
    }
  };
  const read = (place, buffer) => copy(place, buffer, (there, here) => here.set(there));
  const write = (place, buffer) => copy(place, buffer, (there, here) => there.set(here));
  const call = (number, size, ...numbers) => {
    if (size > room) {
      if (base) exports.free(base);
      room = 2 * size;
      base = alloc(room);
    }
    const { function: run, roles, read: result } = called[number];
    const given = numbers.map((value, i) => {
      if (roles[i] === "place") return value < 0 ? -value : base + value;
      return roles[i] === "wide" ? BigInt(value) : Number(value);
    });
    const shared = memory();
    try {
      if (size) bytes(base, size).set(shared.data.subarray(0, size));
      const returned = run(...given);
      if (size) shared.data.set(bytes(base, size));
      return result(returned);
    } finally {
      shared.release();
    }
  };
  return { call, alloc, free: (place) => exports.free(place), read, write };
}
