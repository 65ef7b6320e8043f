import { roomOf } from '../room'
import Board from './Board.svelte'
import { lessons } from './lessons'
import { lasts } from './play/timing'
import type { Event, View } from './scene'
import { concerns, describe, prompt, score, tell, unseen } from './texts'

export const room = roomOf<View, Event>({ Board, prompt, describe, concerns, unseen, tell, score, lasts, lessons })
