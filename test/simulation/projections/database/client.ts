import { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import type pg from 'pg'
import type { Network } from '../../world/network.ts'
import type { Process, VirtualTime } from '../../world/time.ts'
import type { SimulatedServer } from './server.ts'
import type { Answer, Session } from './session.ts'

interface Reachable {
  readonly server: SimulatedServer
  readonly network: Network
  readonly time: VirtualTime
}

let current: Reachable | undefined

/** The server that clients reach from now on. */
export function reach(reachable: Reachable): void {
  current = reachable
}

interface Wire extends Reachable {
  readonly process: Process | undefined
  /** Neither requests nor answers overtake each other. */
  requestsUntil: number
  answersUntil: number
}

function newWire(): Wire {
  if (current === undefined) throw new Error('no simulation runs')
  const process = current.time.process()
  return { ...current, process, requestsUntil: 0, answersUntil: 0 }
}

/** As the driver's client, as far as the projections use one. */
class SimulatedClient extends EventEmitter {
  readonly #application: string
  readonly #wire = newWire()
  readonly #pending = new Set<(error: Error) => void>()
  #session: Session | undefined
  #isOver = false
  #turn: Promise<unknown> = Promise.resolve()
  readonly connection = {
    stream: {
      cork: () => undefined,
      uncork: () => undefined,
      destroy: () => this.#break(new Error('Connection terminated unexpectedly')),
    },
  }

  constructor({ application_name: application = '' }: pg.ClientConfig = {}) {
    super()
    this.#application = application
  }

  async connect() {
    const { server, process } = this.#wire
    const inOrder = (work: () => void) => this.#answer(work)
    await this.#call(async () => {
      this.#session = server.connect({
        application: this.#application,
        process,
        ended: (error) => inOrder(() => this.#break(error)),
        notified: (channel, payload) =>
          inOrder(() => void this.emit('notification', { channel, payload })),
      })
      return { rows: [], rowCount: 0 }
    })
  }

  query(statement: string | pg.QueryConfig, values?: readonly unknown[]): Promise<Answer> {
    const { text, values: own } = typeof statement === 'string' ? { text: statement } : statement
    return this.#call((session) => {
      if (session === undefined) throw new Error('a client that is not connected')
      return this.#wire.server.execute(session, text, values ?? own ?? [])
    })
  }

  async end() {
    const session = this.#session
    if (session !== undefined && !this.#isOver) {
      const { server, time } = this.#wire
      time.within(undefined, () => time.after(1, () => server.end(session)))
    }
    this.#break(undefined)
  }

  /** The server's end of it is closed, too: at once, as with a connection that is reset. */
  #break(error: Error | undefined) {
    if (this.#isOver) return
    this.#isOver = true
    const session = this.#session
    const { server, time } = this.#wire
    if (session !== undefined && error !== undefined)
      time.within(undefined, () => time.after(1, () => server.end(session)))
    for (const fail of this.#pending) fail(error ?? new Error('Connection terminated'))
    this.#pending.clear()
    if (error !== undefined) this.emit('error', error)
    this.emit('end')
  }

  #answer(work: () => void) {
    const wire = this.#wire
    const { time, network, process } = wire
    const { answerMs } = network.way('database', process)
    const isLost = answerMs === null
    wire.answersUntil = Math.max(wire.answersUntil, time.now() + (answerMs ?? 1))
    const arrives = isLost ? () => this.#break(new Error('read ECONNRESET')) : work
    time.within(process, () =>
      time.after(wire.answersUntil - time.now(), () => {
        if (!this.#isOver) arrives()
      }),
    )
  }

  #call(work: (session: Session | undefined) => Promise<Answer>): Promise<Answer> {
    if (this.#isOver) return Promise.reject(new Error('Client was closed and is not queryable'))
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const wire = this.#wire
    const { time, network, process } = wire
    this.#pending.add(reject)
    const { requestMs } = network.way('database', process)
    wire.requestsUntil = Math.max(wire.requestsUntil, time.now() + (requestMs ?? 1))
    const settle = (end: () => void) => {
      this.#pending.delete(reject)
      end()
    }
    const arrives = () => {
      const done = this.#turn.then(() => work(this.#session))
      this.#turn = done.catch(() => undefined)
      done.then(
        (answer) => this.#answer(() => settle(() => resolve(answer))),
        (error: unknown) => this.#answer(() => settle(() => reject(error))),
      )
    }
    const delayMs = wire.requestsUntil - time.now()
    if (requestMs === null)
      time.within(process, () =>
        time.after(delayMs, () => this.#break(new Error('read ECONNRESET'))),
      )
    else time.within(undefined, () => time.after(delayMs, arrives))
    return promise
  }
}

/** Puts the simulated client in the place of the driver's, for good: call it before anything imports one. */
export function replaceClient(): void {
  const driver: { Client: unknown } = createRequire(import.meta.url)('pg')
  driver.Client = SimulatedClient
}
