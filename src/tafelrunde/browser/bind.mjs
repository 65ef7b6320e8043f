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

/** A place for so many bytes. */
function alloc(exports, size) {
  const place = exports.alloc(size);
  if (!place) throw new RangeError(`no room for ${size} bytes`);
  return place;
}

/** `call` and `keep` for Python. `memory()` gives the bytes in which it has the arrays of a call. */
export function bind(exports, description, memory) {
  const called = Object.entries(description.exports).map(([name, { parameters, returns }]) => ({
    function: exports[name],
    roles: [...(Array.isArray(returns) ? ["place"] : []), ...roles(parameters)],
    read: reader(returns),
  }));
  let base = 0;
  let room = 0;
  const keep = (data) => {
    const given = data.getBuffer("u8");
    const place = alloc(exports, given.data.length);
    new Uint8Array(exports.memory.buffer, place, given.data.length).set(given.data);
    given.release();
    return place;
  };
  const call = (number, size, ...numbers) => {
    if (size > room) {
      if (base) exports.free(base);
      room = 2 * size;
      base = alloc(exports, room);
    }
    const { function: run, roles, read } = called[number];
    const given = numbers.map((value, i) => {
      if (roles[i] === "place") return value < 0 ? -value : base + value;
      return roles[i] === "wide" ? BigInt(value) : Number(value);
    });
    const shared = memory();
    try {
      if (size) new Uint8Array(exports.memory.buffer, base, size).set(shared.data.subarray(0, size));
      const result = run(...given);
      if (size) shared.data.set(new Uint8Array(exports.memory.buffer, base, size));
      return read(result);
    } finally {
      shared.release();
    }
  };
  return { call, keep };
}
