/** The moves of an analysis: a tree, as a list of moves that know which one they follow. */

export interface Made {
  seat: number | null
  move: string
}
export interface Node extends Made {
  /** The move that it follows; ROOT if none. */
  after: number
}

/** The position in which nothing has been played. */
export const ROOT = -1

/** The moves that lead to one, itself the last. */
export function lineTo(nodes: readonly Node[], at: number): Made[] {
  const line: Made[] = []
  for (let node = nodes[at]; node; node = nodes[node.after]) line.unshift({ seat: node.seat, move: node.move })
  return line
}

/** What was played after a move, the main line first. */
export function following(nodes: readonly Node[], at: number): number[] {
  return nodes.flatMap((node, i) => (node.after === at ? [i] : []))
}

/** Play a move after another; if it is there already, that is where it leads. */
export function added(nodes: readonly Node[], at: number, { seat, move }: Made): { nodes: readonly Node[]; at: number } {
  const known = following(nodes, at).find((i) => nodes[i]!.seat === seat && nodes[i]!.move === move)
  if (known !== undefined) return { nodes, at: known }
  return { nodes: [...nodes, { seat, move, after: at }], at: nodes.length }
}

/** Without a move and all that follows it, and where that leaves the others. */
export function without(nodes: readonly Node[], at: number): { nodes: Node[]; places: Map<number, number> } {
  const gone = new Set<number>()
  const places = new Map([[ROOT, ROOT]])
  const left: Node[] = []
  for (const [i, node] of nodes.entries()) {
    if (i === at || gone.has(node.after)) gone.add(i)
    else {
      places.set(i, left.length)
      left.push({ ...node, after: places.get(node.after)! })
    }
  }
  return { nodes: left, places }
}

/** A move as a list shows it: the main line, and under each of its moves what could have been played instead. */
export interface Row {
  at: number
  /** How many branches deep. */
  depth: number
  /** How many moves it takes to get there. */
  number: number
}

export function rows(nodes: readonly Node[]): Row[] {
  const found: Row[] = []
  const walk = (after: number, depth: number, number: number): void => {
    for (let [first, ...others] = following(nodes, after); first !== undefined; [first, ...others] = following(nodes, first)) {
      found.push({ at: first, depth, number })
      for (const other of others) {
        found.push({ at: other, depth: depth + 1, number })
        walk(other, depth + 1, number + 1)
      }
      number += 1
    }
  }
  walk(ROOT, 0, 1)
  return found
}
