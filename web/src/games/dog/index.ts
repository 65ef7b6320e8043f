import type { Room } from '../room'
import Board from './Board.svelte'
import { lessons } from './lessons'
import { acting, describe, prompt, score, tell } from './words'

export const room: Room = { Board, acting, prompt, describe, tell, score, lessons }
