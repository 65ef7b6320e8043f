/** How long what happened is shown before what comes next. */

import type { Entered } from '../../games/room'
import type { Settings } from '../../wire/messages'
import type { GameEvent, GameView } from '../net/game'

export type Tempo = NonNullable<Settings['tempo']>
export interface Pace {
  /** The milliseconds for events, with the view after them, at the usual tempo. */
  lasts(events: GameEvent[], view: GameView): number
  /** How much longer everything takes at a table of this tempo; less than 1 is quicker. */
  stretch(tempo: Tempo): number
}

export const TEMPOS: readonly Tempo[] = ['slow', 'normal', 'fast', 'tap']
/** As much longer or quicker as bots pause, so that they do not get ahead of what is seen. */
const STRETCH: Record<Tempo, number> = { slow: 1.7, normal: 1, fast: 0.45, tap: 1 }
const USUAL = 1_300
/** For what shows little. */
const BRIEF = 400

/** The pace of a game; where everybody acts at once nothing is held back. */
export function paceOf({ room, facts, speed }: Entered): Pace {
  const brief = new Set(facts.brief_events)
  return {
    lasts: (events, view) => {
      if (facts.simultaneous || events.length === 0) return 0
      const usual = events.every((event) => brief.has(event.type)) ? BRIEF : USUAL
      return room.lasts?.(events, view) ?? usual
    },
    stretch: (tempo) => STRETCH[tempo] / speed,
  }
}
