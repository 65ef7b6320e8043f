/** The 3-2-1 before a game and before a new board. Everything that reads `left` follows it. */

import type { Scene } from '../scene'
import { sound } from '../../../lib/sound'

const OFTEN = 40

export const countdown = $state({ left: 0, went: 0 })

/** Count down to when the scene takes moves; what it returns stops that. */
export function follow(scene: Scene): () => void {
  const until = scene.at + scene.wait * 1000
  const look = (): void => {
    const left = scene.live ? Math.max(0, Math.ceil((until - performance.now()) / 1000)) : 0
    if (left === countdown.left) return
    if (left === 0) countdown.went += 1
    countdown.left = left
    sound(left ? 'tick' : 'good')
  }
  look()
  const timer = scene.wait > 0 ? window.setInterval(look, OFTEN) : 0
  return () => clearInterval(timer)
}
