import { expect, test } from 'vitest'
import { added, following, lineTo, type Node, ROOT, rows, without } from './tree'

function grown(...moves: [after: number, move: string][]): readonly Node[] {
  let nodes: readonly Node[] = []
  for (const [after, move] of moves) nodes = added(nodes, after, { seat: 0, move }).nodes
  return nodes
}

/** a b c, instead of b also d e, instead of a also f. */
const NODES = grown([ROOT, 'a'], [0, 'b'], [1, 'c'], [0, 'd'], [3, 'e'], [ROOT, 'f'])
const words = (nodes: readonly Node[]): string[] => rows(nodes).map(({ at, depth }) => `${'-'.repeat(depth)}${nodes[at]!.move}`)

test('a line is what was played to get there', () => {
  expect(lineTo(NODES, 4).map(({ move }) => move)).toEqual(['a', 'd', 'e'])
  expect(lineTo(NODES, ROOT)).toEqual([])
})

test('what is played again is there already', () => {
  const again = added(NODES, 0, { seat: 0, move: 'd' })
  expect(again).toEqual({ nodes: NODES, at: 3 })
  expect(added(NODES, 0, { seat: 1, move: 'd' }).at).toBe(6)
})

test('branches stand under the move that they replace', () => {
  expect(words(NODES)).toEqual(['a', '-f', 'b', '-d', '-e', 'c'])
  expect(rows(NODES).map(({ number }) => number)).toEqual([1, 1, 2, 2, 3, 3])
})

test('a move is removed with all that follows it', () => {
  const { nodes, places } = without(NODES, 1)
  expect(words(nodes)).toEqual(['a', '-f', 'd', 'e'])
  expect(lineTo(nodes, places.get(4)!).map(({ move }) => move)).toEqual(['a', 'd', 'e'])
  expect(places.has(2)).toBe(false)
  expect(following(without(NODES, 0).nodes, ROOT)).toHaveLength(1)
})
