/** A sky full of stars that is the same every time. */

export interface Star {
  x: number
  y: number
  r: number
}

export function stars(seed: number, count: number, width: number, height: number): Star[] {
  let state = seed * 2654435761 + 1
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  return Array.from({ length: count }, () => {
    const bright = next() ** 3
    return { x: round(next() * width), y: round(next() * height), r: round(0.5 + bright * 1.3) }
  })
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
