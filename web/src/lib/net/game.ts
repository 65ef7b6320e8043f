/** What the views and events of all games have in common; the rest is the game's own, as `wire/views` describes it. */

export interface GameView {
  game: string
  seat: number | null
  result: { winners: number[] } | null
}

/** Something that happened, as one may know it. `n` counts from 0. */
export interface GameEvent {
  n: number
  type: string
  seat?: number
}

/** Whose doing something was, if it was somebody's. */
export function seatOf(event: GameEvent): number | undefined {
  return event.seat
}

/** A message that holds a view, or events: on the wire they are just objects. */
export type Typed<Message> = {
  [Field in keyof Message]: Field extends 'view'
    ? Extract<Message[Field], null> | GameView
    : Field extends 'events'
      ? GameEvent[]
      : Message[Field]
}
