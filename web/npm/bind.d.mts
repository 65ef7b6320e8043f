/** The memory of a module and its functions, for Python: `src/tafelrunde/browser/bind.mjs`. */
export function bind(exports: WebAssembly.Exports, description: unknown, memory: () => unknown): unknown
