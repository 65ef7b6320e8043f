/** What happens is shown one after another, each for as long as it takes to be seen. */

/** Something to be shown, and how many milliseconds it takes to see it. */
export interface Shown {
  /** `haste` is how much quicker than usual it goes. */
  show(haste: number): void
  lasts: number
  /** How much longer than usual that is. */
  stretch: number
}

/** So many things, or so many milliseconds of them at the usual tempo, are too much to wait for. */
const MANY = 3
const LONG = 6_000
/** How much quicker it goes then. */
const HURRY = 5

export class Queue {
  #waiting: Shown[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #hurries = false

  /** `changed` is called when something begins to wait, and when all has been shown. */
  constructor(readonly changed: () => void) {}

  /** Whether something waits to be shown. */
  get isBehind(): boolean {
    return this.#waiting.length > 0
  }

  /** Whether the latest that was shown still takes its time. */
  get isBusy(): boolean {
    return this.#timer !== undefined
  }

  /** Show this when everything before it has been seen. */
  add(shown: Shown): void {
    const ahead = this.#waiting.reduce((sum, { lasts, stretch }) => sum + lasts / stretch, 0)
    this.#waiting.push(shown)
    this.#hurries ||= this.#waiting.length > MANY || ahead > LONG
    if (!this.isBusy) this.#next()
    else this.changed()
  }

  /** Show everything at once, and wait for nothing. */
  rush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const shown of this.#waiting.splice(0)) shown.show(1)
    this.#hurries = false
    this.changed()
  }

  #next(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    while (!this.isBusy && this.#waiting.length) {
      const shown = this.#waiting.shift()!
      const haste = this.#hurries ? HURRY : 1
      shown.show(haste)
      if (shown.lasts > 0) this.#timer = setTimeout(() => this.#next(), shown.lasts / haste)
    }
    this.#hurries &&= this.isBehind
    this.changed()
  }
}
