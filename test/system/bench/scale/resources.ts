import type { Clock } from './clock.ts'

/** So many can be served at the same time; the others wait in their order. */
export class Servers {
  readonly #clock: Clock
  readonly #waiting: (() => void)[] = []
  readonly count: number
  #free: number
  #busyUs = 0

  constructor(clock: Clock, count: number) {
    this.#clock = clock
    this.count = count
    this.#free = count
  }

  async use(us: number): Promise<void> {
    await this.hold(us, () => this.#clock.wait(us))
  }

  /** `us` of the work are its own; while it waits for other servers, one here stays taken. */
  async hold(us: number, work: () => Promise<void>): Promise<void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    await work()
    this.#busyUs += us
    const next = this.#waiting.shift()
    if (next === undefined) this.#free += 1
    else next()
  }

  /** The share of the time in which they were at work. */
  utilization(): number {
    return this.#busyUs / (this.#clock.now * this.count)
  }
}

/** Takes all that wait at once: a disk that is flushed, a projection that writes one transaction. */
export class Groups {
  readonly #serve: (count: number) => Promise<void>
  #waiting: (() => void)[] = []
  #isServing = false

  constructor(serve: (count: number) => Promise<void>) {
    this.#serve = serve
  }

  async join(): Promise<void> {
    const served = new Promise<void>((resolve) => this.#waiting.push(resolve))
    if (!this.#isServing) void this.#serveAll()
    await served
  }

  async #serveAll() {
    this.#isServing = true
    while (this.#waiting.length > 0) {
      const group = this.#waiting
      this.#waiting = []
      await this.#serve(group.length)
      for (const resolve of group) resolve()
    }
    this.#isServing = false
  }
}
