import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
  streamNameFilter,
} from '@eventstore/db-client'
import type { LogSubscription, StoredEvent } from './event-store.ts'
import { logPosition } from './reader.ts'
import { isSystemEvent, storedEvent } from './stored-event.ts'

export interface Batch {
  readonly events: readonly StoredEvent[]
  readonly upTo: bigint
}

export interface FeedOrder {
  readonly wanted: LogSubscription
  readonly after: bigint
  readonly heard: () => void
}

/** One connection of a subscription, until it drops. */
export class LogFeed {
  readonly #order: FeedOrder
  readonly #source: AllStreamSubscription
  #buffer: StoredEvent[] = []
  #seen: bigint
  #checkpoint: bigint
  #handedOver: bigint
  #dropped: Error | undefined
  #wake: (() => void) | undefined

  constructor(client: EventStoreDBClient, order: FeedOrder) {
    this.#order = order
    this.#seen = order.after
    this.#checkpoint = order.after
    this.#handedOver = order.after
    this.#source = this.#subscribe(client)
    this.#source.on('data', (resolved: AllStreamResolvedEvent) => this.#receive(resolved))
    this.#source.on('confirmation', order.heard)
    this.#source.on('error', (error) => this.drop(error))
    this.#source.on('end', () => this.drop(new Error('the store ended the subscription')))
  }

  /** What has come in since the last batch, as soon as there is anything; undefined after a drop. */
  async next(): Promise<Batch | undefined> {
    while (this.#dropped === undefined) {
      if (this.#buffer.length > 0 || this.#reached() > this.#handedOver) return this.#take()
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    return undefined
  }

  /** Says that nothing wanted stands between what came in and this position. */
  nothingUpTo(position: bigint): void {
    if (position > this.#checkpoint) this.#checkpoint = position
    this.#wakeUp()
  }

  drop(reason: Error): void {
    if (this.#dropped !== undefined) return
    this.#dropped = reason
    this.#source.unsubscribe().catch(() => undefined)
    this.#wakeUp()
  }

  get dropReason(): Error | undefined {
    return this.#dropped
  }

  get isIdle(): boolean {
    return this.#wake !== undefined
  }

  /** With prefixes the store filters and tells how far it has looked; without, all events come. */
  #subscribe(client: EventStoreDBClient) {
    const { wanted, after, heard } = this.#order
    const fromPosition = logPosition(after)
    if (wanted.streamPrefixes === undefined) return client.subscribeToAll({ fromPosition })
    const filter = streamNameFilter({
      prefixes: [...wanted.streamPrefixes],
      checkpointReached: (_subscription, { commit }) => {
        heard()
        this.nothingUpTo(commit)
      },
    })
    return client.subscribeToAll({ fromPosition, filter })
  }

  #receive(resolved: AllStreamResolvedEvent) {
    this.#order.heard()
    const event = storedEvent(resolved)
    if (event === undefined) return
    this.#seen = event.position
    if (isWanted(event, this.#order.wanted)) this.#buffer.push(event)
    if (this.#buffer.length >= this.#order.wanted.maxBatch) this.#source.pause()
    this.#wakeUp()
  }

  #take(): Batch {
    const events = this.#buffer
    this.#buffer = []
    this.#handedOver = this.#reached()
    if (this.#source.isPaused()) this.#source.resume()
    return { events, upTo: this.#handedOver }
  }

  /** A checkpoint counts only once the events that came before it are out of the stream. */
  #reached() {
    const isDrained = this.#source.readableLength === 0
    return isDrained && this.#checkpoint > this.#seen ? this.#checkpoint : this.#seen
  }

  /** One turn of the event loop later, so that what came in together is handed over together. */
  #wakeUp() {
    if (this.#wake === undefined) return
    setImmediate(this.#wake)
    this.#wake = undefined
  }
}

/** Nobody follows the system's own events. */
export const isWanted = (event: StoredEvent, { streamPrefixes }: LogSubscription): boolean =>
  !isSystemEvent(event) &&
  (streamPrefixes === undefined || streamPrefixes.some((prefix) => event.stream.startsWith(prefix)))
