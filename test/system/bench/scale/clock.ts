import { setImmediate as nextTurn } from 'node:timers/promises'

interface Waiting {
  readonly at: number
  readonly wake: () => void
}

/** Simulated time, in microseconds. It moves when all that happens at one moment has happened. */
export class Clock {
  #now = 0
  readonly #waiting: Waiting[] = []

  get now(): number {
    return this.#now
  }

  async wait(us: number): Promise<void> {
    const at = this.#now + us
    const index = this.#waiting.findLastIndex((other) => other.at <= at) + 1
    await new Promise<void>((wake) => this.#waiting.splice(index, 0, { at, wake }))
  }

  async runUntil(end: number): Promise<void> {
    await nextTurn()
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      if (next.at > end) break
      this.#now = next.at
      next.wake()
      // What it leads to at this moment is done before time moves on.
      await nextTurn()
    }
    this.#now = end
  }
}
