import { afterEach, describe, expect, it, vi } from 'vitest'
import { prefs } from '../../../lib/local/prefs.svelte'
import type { Outcome } from '../../../lib/net/connection'
import type { Scene, View } from '../scene'
import type { Attempted } from '../../room'
import { type Move, movesOf } from './notation'
import { add, endsOn, NO_PLAN, nextOf, texts, used, viewOf, without } from './plan'
import { Choice } from './choice.svelte'
import tried from './tried.json'

const view = tried.view as unknown as View
const moves = movesOf(tried.effects)
const moveOf = (text: string, among: Move[]): Move => among.find((move) => move.text === text)!
/** What the server answers, as it was recorded. */
const answers = tried as unknown as Record<string, Attempted>

describe('the plan of a seven', () => {
  const first = add(NO_PLAN, moveOf('X=7 3>6', moves), answers['X=7 3>6']!)!
  it('begins with all that a seven can do', () => {
    expect(nextOf(NO_PLAN, moves)).toEqual(moves)
    expect(used(NO_PLAN, view)).toBe(0)
  })
  it('goes on with what could follow', () => {
    expect(used(first, view)).toBe(3)
    expect(nextOf(first, moves).map((move) => move.text)).toEqual(['7 20>24'])
    expect(viewOf(first, view).pieces[0]).toEqual(['h', 'h', '6', '20'])
    expect(texts(first)).toEqual(['X=7 3>6'])
    expect([endsOn(first, 0, '6'), endsOn(first, 1, '6'), endsOn(first, 0, '20')]).toEqual([0, -1, -1])
  })
  it('is complete when others are next', () => {
    expect(add(first, moveOf('7 20>24', nextOf(first, moves)), answers['X=7 3>6|7 20>24']!)).toBeNull()
  })
  it('can be taken back', () => {
    expect(without(first, 0)).toEqual(NO_PLAN)
    expect(viewOf(without(first, 0), view)).toBe(view)
  })
  it('counts what was played already', () => {
    expect(used(NO_PLAN, { ...view, left: 4 })).toBe(3)
  })
})

function sceneOf(more: Partial<Scene> = {}): { scene: Scene; sent: string[] } {
  const sent: string[] = []
  const scene = {
    view,
    seat: 0,
    moves: tried.moves,
    effects: more.moves?.map((move) => ({ move, seat: 0, from: '', to: '' })) ?? tried.effects,
    actors: [0],
    sides: [],
    names: ['Ann', 'Bo', 'Cy', 'Di'],
    events: [],
    history: [],
    step: 1,
    wait: 0,
    covers: null,
    due: null,
    at: 0,
    live: true,
    part: 'all',
    hint: null,
    play: (move: string): Promise<Outcome> => {
      sent.push(move)
      return Promise.resolve({ ok: true, version: 1 })
    },
    attempt: (line: string[]) => Promise.resolve(answers[line.join('|')] ?? null),
    ...more,
  } as Scene
  return { scene, sent }
}

async function quiet(choice: Choice): Promise<void> {
  await vi.waitFor(() => expect(choice.pending).toBeNull())
}

function begin(scene: Scene): Choice {
  const choice = new Choice(() => scene)
  choice.settle()
  choice.card('X', 1)
  expect(choice.chosen.value).toBe('7')
  return choice
}

describe('planning by tapping', () => {
  it('sends nothing before the last part, then everything in order', async () => {
    const { scene, sent } = sceneOf()
    const choice = begin(scene)
    choice.place('6', 0)
    expect(choice.pending?.text).toBe('X=7 3>6')
    await quiet(choice)
    expect(sent).toEqual([])
    expect(choice.shown.pieces[0]).toEqual(['h', 'h', '6', '20'])
    choice.place('24', 0)
    await vi.waitFor(() => expect(sent).toEqual(['X=7 3>6', '7 20>24']))
    await vi.waitFor(() => expect(choice.isBegun).toBe(false))
  })
  it('takes back by a tap on the ghost, and plans anew', async () => {
    const { scene, sent } = sceneOf()
    const choice = begin(scene)
    choice.place('6', 0)
    await quiet(choice)
    choice.place('6', 0)
    expect(choice.plan).toEqual(NO_PLAN)
    expect(choice.lifted).toBe(1)
    choice.place('22', 0)
    await quiet(choice)
    choice.back()
    expect(choice.plan).toEqual(NO_PLAN)
    choice.place('22', 0)
    await quiet(choice)
    choice.place('8', 0)
    await vi.waitFor(() => expect(sent).toEqual(['X=7 20>22', '7 3>8']))
  })
  it('goes back step by step: part, card', async () => {
    const choice = begin(sceneOf().scene)
    choice.place('6', 0)
    await quiet(choice)
    choice.back()
    choice.back()
    expect(choice.isBegun).toBe(false)
  })
  it('plays part by part where nothing can be tried', async () => {
    const { scene, sent } = sceneOf({ attempt: undefined })
    begin(scene).place('6', 0)
    await vi.waitFor(() => expect(sent).toEqual(['X=7 3>6']))
  })
  it('says so when the answer does not come', async () => {
    const { scene, sent } = sceneOf({ attempt: () => Promise.resolve(null) })
    const choice = begin(scene)
    choice.place('6', 0)
    await quiet(choice)
    expect([choice.plan, choice.note, sent]).toEqual([NO_PLAN, 'dog.note.later', []])
  })
  it('stops after a refusal', async () => {
    const sent: string[] = []
    const { scene } = sceneOf({
      play: (move) => {
        sent.push(move)
        return Promise.resolve({ ok: false, refusal: { code: 'rule', texts: {} } })
      },
    })
    const choice = begin(scene)
    choice.place('6', 0)
    await quiet(choice)
    choice.place('24', 0)
    await vi.waitFor(() => expect(choice.isBegun).toBe(false))
    expect(sent).toEqual(['X=7 3>6'])
  })
  it('is gone when something else happened', async () => {
    const { scene } = sceneOf()
    const choice = begin(scene)
    choice.place('6', 0)
    await quiet(choice)
    choice.settle()
    expect(choice.plan.parts).toHaveLength(1)
    scene.moves = ['2 3>5']
    choice.settle()
    expect(choice.plan).toEqual(NO_PLAN)
  })
})

describe('a move that waits', () => {
  const effects = [
    { move: '4 3>7', seat: 0, from: '3', to: '7', hits: [[2, '7']] },
    { move: '4 20>24', seat: 0, from: '20', to: '24', hits: [[1, '24']] },
  ]
  const sides = [
    [0, 2],
    [1, 3],
  ]
  afterEach(() => (prefs.confirm = 'auto'))

  it('is asked about before a piece of the own side goes home', async () => {
    const { scene, sent } = sceneOf({ effects, sides })
    const choice = new Choice(() => scene)
    choice.card('4', 0)
    choice.place('7', 0)
    expect([choice.proposed?.text, choice.losses, choice.options, sent]).toEqual(['4 3>7', [{ owner: 2, field: '7' }], [], []])
    choice.back()
    expect([choice.proposed, choice.options.length, choice.chosen.from]).toEqual([null, 2, null])
    choice.place('24', 0)
    await vi.waitFor(() => expect(sent).toEqual(['4 20>24']))
  })
  it('is asked about where people want that', async () => {
    prefs.confirm = 'on'
    const { scene, sent } = sceneOf({ effects: effects.slice(1), sides })
    const choice = new Choice(() => scene)
    choice.card('4', 0)
    expect(choice.preview.map((move) => move.text)).toEqual(['4 20>24'])
    choice.back()
    expect(choice.isBegun).toBe(false)
    choice.card('4', 0)
    await choice.confirm()
    expect(sent).toEqual(['4 20>24'])
  })
  it('comes with the parts of a seven before it', async () => {
    prefs.confirm = 'on'
    const { scene, sent } = sceneOf()
    const choice = begin(scene)
    choice.place('6', 0)
    await quiet(choice)
    choice.place('24', 0)
    await vi.waitFor(() => expect(choice.preview.map((move) => move.text)).toEqual(['X=7 3>6', '7 20>24']))
    choice.back()
    expect([choice.plan.parts.length, sent]).toEqual([1, []])
    choice.place('24', 0)
    await vi.waitFor(() => expect(choice.proposed).not.toBeNull())
    await choice.confirm()
    expect(sent).toEqual(['X=7 3>6', '7 20>24'])
  })
})

describe('other cards', () => {
  it('that cannot be played say so, and why', async () => {
    const refusal = { code: 'rule', texts: {}, rule: 'DG-15' }
    const blocked = ['X=A 3>4', '9 3>12'].map((move) => ({ move, seat: 0, from: '3', refusal }))
    const attempt = () => Promise.resolve({ view, moves: [], effects: [], blocked })
    const choice = new Choice(() => sceneOf({ moves: ['2 3>5'], attempt }).scene)
    choice.card('X', 1)
    expect([choice.lifted, choice.note]).toEqual([null, 'dog.note.none'])
    await vi.waitFor(() => expect(choice.why).toEqual(blocked.slice(0, 1)))
    choice.card('2', 0)
    expect(choice.why).toEqual([])
  })
  it('are given with one more tap', async () => {
    const { scene, sent } = sceneOf({ moves: ['give 2', 'give X'] })
    const choice = new Choice(() => scene)
    choice.card('X', 1)
    expect(sent).toEqual([])
    choice.give()
    await vi.waitFor(() => expect(sent).toEqual(['give X']))
  })
  it('a joker asks what it shall be', () => {
    const choice = new Choice(() => sceneOf({ moves: ['X=2 3>5', 'X=A h>0', 'X=A 3>4'] }).scene)
    choice.card('X', 1)
    expect([choice.jokers, choice.options]).toEqual([['A', '2'], []])
    choice.value('A')
    expect(choice.options.map((move) => move.text)).toEqual(['X=A h>0', 'X=A 3>4'])
    choice.back()
    expect(choice.jokers).toEqual(['A', '2'])
  })
})
