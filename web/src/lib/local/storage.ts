/** What this browser keeps; one that keeps nothing still plays. */

export function load<Value>(key: string, usual: Value): Value {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as Value | null) ?? usual
  } catch {
    return usual
  }
}

export function save(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Then it is forgotten.
  }
}
