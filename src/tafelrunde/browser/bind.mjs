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

/** `memory()` gives the bytes in which Python has the arrays of a call; they are released afterwards. */
export function bind(exports, description, memory) {
  const called = Object.entries(description.exports).map(([name, { parameters, returns }]) => ({
    function: exports[name],
    roles: [...(Array.isArray(returns) ? ["place"] : []), ...roles(parameters)],
    read: reader(returns),
  }));
  let base = 0;
  let room = 0;
  return (number, size, ...numbers) => {
    if (size > room) {
      if (base) exports.free(base);
      room = 2 * size;
      base = exports.alloc(room);
      if (!base) throw new RangeError(`no room for ${room} bytes`);
    }
    const { function: call, roles, read } = called[number];
    const given = numbers.map((value, i) =>
      roles[i] === "place" ? base + value : roles[i] === "wide" ? BigInt(value) : Number(value),
    );
    const shared = memory();
    try {
      if (size) new Uint8Array(exports.memory.buffer, base, size).set(shared.data.subarray(0, size));
      const result = call(...given);
      if (size) shared.data.set(new Uint8Array(exports.memory.buffer, base, size));
      return read(result);
    } finally {
      shared.release();
    }
  };
}
