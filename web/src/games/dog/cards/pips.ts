/** Where the marbles lie on the cards that count. */
const LEFT = 32
const MIDDLE = 50
const RIGHT = 68

function column(x: number, ...ys: number[]): [number, number][] {
  return ys.map((y) => [x, y])
}

export const PIPS: Record<string, [number, number][]> = {
  '2': column(MIDDLE, 55, 95),
  '3': column(MIDDLE, 47, 75, 103),
  '4': [...column(LEFT, 55, 95), ...column(RIGHT, 55, 95)],
  '5': [...column(LEFT, 50, 100), ...column(MIDDLE, 75), ...column(RIGHT, 50, 100)],
  '6': [...column(LEFT, 47, 75, 103), ...column(RIGHT, 47, 75, 103)],
  '7': [...column(LEFT, 47, 75, 103), ...column(MIDDLE, 61), ...column(RIGHT, 47, 75, 103)],
  '8': [...column(LEFT, 47, 75, 103), ...column(MIDDLE, 61, 89), ...column(RIGHT, 47, 75, 103)],
  '9': [...column(LEFT, 42, 64, 86, 108), ...column(MIDDLE, 75), ...column(RIGHT, 42, 64, 86, 108)],
  '10': [...column(LEFT, 42, 64, 86, 108), ...column(MIDDLE, 53, 97), ...column(RIGHT, 42, 64, 86, 108)],
}
