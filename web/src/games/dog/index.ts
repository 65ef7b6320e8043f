import { roomOf } from '../room'
import Board from './Board.svelte'
import { lessons } from './lessons'
import { lasts } from './marks/timing'
import type { Event, View } from './scene'
import { describe, prompt, score, tell } from './texts'

export const room = roomOf<View, Event>({ Board, prompt, describe, tell, score, lasts, lessons })
