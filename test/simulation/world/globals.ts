import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { type Random, randomFrom } from './random.ts'
import { RealDate, realNow } from './real.ts'
import type { Timer, VirtualTime } from './time.ts'

/** What stands for Node's clock, timers and chance while a simulation runs. */
interface Simulated {
  readonly time: VirtualTime
  readonly random: Random
}

let current: Simulated | undefined
/** What is imported draws from it, before a simulation runs. */
const beforehand = randomFrom(0)
const chance = () => current?.random ?? beforehand

/** The simulation that runs from now on in this Node process. */
export function simulate(simulated: Simulated): void {
  current = simulated
}

function running(): Simulated {
  if (current === undefined) throw new Error('no simulation runs')
  return current
}

function clock(): number {
  if (current === undefined) return RealDate.now()
  const { time } = current
  return time.now() + (time.process()?.clockOffsetMs ?? 0)
}

class VirtualDate extends RealDate {
  constructor(...given: [] | ConstructorParameters<typeof Date>) {
    if (given.length === 0) super(clock())
    else super(...given)
  }
  static override now() {
    return clock()
  }
}

/** As Node's own: it can be kept from holding up the end of a process, begun again and cleared. */
class VirtualTimeout {
  readonly #ms: number
  readonly #work: () => void
  #timer: Timer

  constructor(work: () => void, ms: number) {
    this.#ms = ms
    this.#work = work
    this.#timer = running().time.after(ms, work)
  }
  refresh() {
    this.close()
    this.#timer = running().time.after(this.#ms, this.#work)
    return this
  }
  close() {
    this.#timer.cancel()
  }
  ref() {
    return this
  }
  unref() {
    return this
  }
  hasRef() {
    return true
  }
  [Symbol.dispose]() {
    this.close()
  }
}

type Callback = (...values: unknown[]) => void

const later = (work: Callback, ms = 0, ...values: unknown[]) =>
  new VirtualTimeout(() => work(...values), ms)

function again(work: Callback, ms = 0, ...values: unknown[]) {
  const timer: VirtualTimeout = new VirtualTimeout(
    () => {
      timer.refresh()
      work(...values)
    },
    Math.max(ms, 1),
  )
  return timer
}

const clear = (timer: unknown) => {
  if (timer instanceof VirtualTimeout) timer.close()
}

function promised(ms = 0, value?: unknown, { signal }: { signal?: AbortSignal } = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const timer = running().time.after(ms, () => resolve(value))
  signal?.addEventListener('abort', () => {
    timer.cancel()
    reject(signal.reason)
  })
  return promise
}

function signalAfter(ms: number) {
  const controller = new AbortController()
  running().time.after(ms, () => controller.abort(new DOMException('timed out', 'TimeoutError')))
  return controller.signal
}

/** Node's own keeps each such signal until it is aborted, and those of a process that has died never are. */
function firstOf(signals: Iterable<AbortSignal>) {
  const controller = new AbortController()
  for (const signal of signals) {
    const abort = () => controller.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort)
  }
  return controller.signal
}

function uuid(): ReturnType<typeof crypto.randomUUID> {
  const bytes = chance().bytes(16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const digits = bytes.toString('hex')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`
}

const FRACTION = 0x1_0000_0000

/**
 * Replaces Node's clock, timers and chance in this process, for good: call it before anything is imported
 * that keeps one of them. Nothing of what is simulated may then wait for anything real.
 */
export function replaceGlobals(): void {
  const immediately = (work: Callback, ...values: unknown[]) => later(work, 0, ...values)
  Object.assign(globalThis, {
    Date: VirtualDate,
    setTimeout: later,
    clearTimeout: clear,
    setInterval: again,
    clearInterval: clear,
    setImmediate: immediately,
    clearImmediate: clear,
  })
  performance.now = () => current?.time.now() ?? realNow()
  AbortSignal.timeout = signalAfter
  AbortSignal.any = firstOf
  Math.random = () => chance().integer(0, FRACTION - 1) / FRACTION
  const bytes = (count: number) => chance().bytes(count)
  Object.assign(timers, { setTimeout: promised })
  Object.assign(crypto, { randomUUID: uuid, randomBytes: bytes })
  Object.assign(globalThis.crypto, { randomUUID: uuid })
  syncBuiltinESMExports()
}
