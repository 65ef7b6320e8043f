/** JSON with whole numbers of any size: those that a number of JavaScript cannot hold are BigInts. Seeds may be. */

const BIG = '$big'
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const MARKED = new RegExp(`\\{"\\${BIG}":"(-?\\d+)"\\}`, 'g')

const isLarge = (token: string): boolean => /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token))

/** Read JSON. */
export function parse(text: string): unknown {
  const marked = text.replace(TOKEN, (token) => (isLarge(token) ? `{"${BIG}":"${token}"}` : token))
  if (marked === text) return JSON.parse(text)
  return JSON.parse(marked, (_, value: unknown) => {
    const big = typeof value === 'object' && value !== null && BIG in value ? value[BIG] : null
    return typeof big === 'string' ? BigInt(big) : value
  })
}

/** Write JSON. */
export function stringify(value: unknown): string {
  const marked = JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? { [BIG]: String(part) } : part))
  return marked.replace(MARKED, '$1')
}
