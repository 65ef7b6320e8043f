"""Compiled code in WebAssembly: the same rules, byte for byte, in a browser or in Node.

numba writes LLVM IR for the machine it runs on. Before any optimisation that IR names fields, not offsets, so it holds
for a machine with pointers of 32 bits, too: it is collected, given another target, optimised and linked. A module
imports nothing. Its functions are the entries of a game (`@entry`) with the types with which Python calls them; nothing
is declared twice.

A module `GAME-PART.wasm` comes with its description, `GAME-PART.json`:

    game, part      of which game, and of what of it
    sources         a hash of the source files that it was made from
    max_moves       how long the array is to which moves are written
    state           the record of a state: its size in bytes and its fields, each with name, code (of Python's struct),
                    shape and offset
    exports         the functions by name (`engine.judge`, `movement.effects`): their parameters and what they return

How a function is called:

    a number        {"scalar": "int64"}: int64 and uint64 as i64, smaller integers as i32, bool as the i32 0 or 1,
                    float64 as f64, float32 as f32
    an array        {"array": "int32", "size": 4, "dimensions": 2}: where it begins, as i32, then its length in each
                    dimension, as i32; the elements, of so many bytes each, stand without gaps, the last dimension next
                    to each other (C-contiguous). The elements of {"array": "record", …} are records, such as states
    a tuple         {"tuple": […]}: its parts, one after the other
    returns         null: nothing. "int64": a number as above. ["int64", "bool"]: the function's very first parameter is
                    the place, as i32, to which it writes the numbers, eight bytes each: floats as float64, all others
                    as int64 or uint64

Places are in the exported `memory`: `alloc(bytes)` gives one, at a multiple of 16 (0 if there is no room), and
`free(place)` takes it back. A function that cannot go on traps, as it does when its stack of 256 KiB overflows: then
its arrays are half written, so copy a state first if it must survive. `caller.mjs` does all this by the description.

This package is imported only to build modules: `tafelrunde build wasm`.
"""
