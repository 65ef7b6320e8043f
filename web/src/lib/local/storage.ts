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

/** Forget everything that this browser keeps for us. */
export function forgetAll(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith('tafelrunde.')) localStorage.removeItem(key)
}

/** Give the browser a text to save as a file. */
export function saveFile(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
