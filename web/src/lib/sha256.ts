/**
 * SHA-256 of a text, in hexadecimal digits. Browsers have it only on secure pages, and a table at home is often not one.
 */
export function sha256(text: string): string {
  const bytes = padded(new TextEncoder().encode(text))
  const hash = Uint32Array.from(FIRST)
  for (let at = 0; at < bytes.length; at += 64) digest(hash, new DataView(bytes.buffer, at, 64))
  return Array.from(hash, (word) => word.toString(16).padStart(8, '0')).join('')
}

/** The first 32 bits of the fractional parts of a root of each of the first primes. */
function roots(count: number, root: (prime: number) => number): number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) {
    if (Array.from({ length: Math.floor(Math.sqrt(n)) - 1 }, (_, i) => i + 2).every((d) => n % d)) {
      const value = root(n)
      found.push(Math.floor((value - Math.floor(value)) * 2 ** 32))
    }
  }
  return found
}

const FIRST = roots(8, Math.sqrt)
const ROUNDS = roots(64, Math.cbrt)

function padded(text: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil((text.length + 9) / 64) * 64)
  bytes.set(text)
  bytes[text.length] = 0x80
  new DataView(bytes.buffer).setBigUint64(bytes.length - 8, BigInt(text.length) * 8n)
  return bytes
}

function digest(hash: Uint32Array, block: DataView): void {
  const w = new Uint32Array(64)
  for (let i = 0; i < 64; i++) {
    if (i < 16) w[i] = block.getUint32(i * 4)
    else {
      const near = w[i - 2]!
      const far = w[i - 15]!
      w[i] = w[i - 16]! + (turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)) + w[i - 7]! + (turn(near, 17) ^ turn(near, 19) ^ (near >>> 10))
    }
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i++) {
    const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i]! + w[i]!
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0]
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) hash[i] = hash[i]! + word
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}
