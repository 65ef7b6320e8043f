import { roomOf } from '../room'
import Board from './Board.svelte'
import { lessons } from './lessons'
import type { Event, View } from './scene'
import { describe, prompt, score, tell } from './texts'

export const room = roomOf<View, Event>({ Board, prompt, describe, tell, score, lessons })
