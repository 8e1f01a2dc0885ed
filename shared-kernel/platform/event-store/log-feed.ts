import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
  streamNameFilter,
} from '@eventstore/db-client'
import {
  type EventMacs,
  type EventReference,
  type LogPlace,
  type LogSubscription,
  referenceTo,
  type StoredEvent,
} from './event-store.ts'
import { type LogPosition, logPosition } from './log-position.ts'
import { clientPosition } from './reader.ts'
import { isSystemEvent, storedEvent } from './stored-event.ts'

export interface Batch {
  readonly events: readonly StoredEvent[]
  readonly upTo: LogPlace
}

export interface FeedOrder {
  readonly wanted: LogSubscription
  readonly after: LogPlace
  readonly macs: EventMacs
  readonly heard: () => void
  /** Called when the store says that it has delivered all events it had. */
  readonly caughtUp: () => void
}

/** One connection of a subscription, until it drops. */
export class LogFeed {
  readonly #order: FeedOrder
  readonly #source: AllStreamSubscription
  #buffer: StoredEvent[] = []
  #seen: LogPosition
  #lastEvent: EventReference | undefined
  #checkpoint: LogPlace
  #handedOver: LogPosition
  #dropped: Error | undefined
  #wake: (() => void) | undefined

  constructor(client: EventStoreDBClient, order: FeedOrder) {
    this.#order = order
    this.#seen = order.after.position
    this.#lastEvent = order.after.lastEvent
    this.#checkpoint = order.after
    this.#handedOver = order.after.position
    this.#source = this.#subscribe(client)
    this.#source.on('data', (resolved: AllStreamResolvedEvent) => this.#receive(resolved))
    this.#source.on('confirmation', order.heard)
    this.#source.on('caughtUp', order.caughtUp)
    this.#source.on('error', (error) => this.drop(error))
    this.#source.on('end', () => this.drop(new Error('the store ended the subscription')))
  }

  /** The events since the last batch; waits until there are any. Undefined after a drop. */
  async next(): Promise<Batch | undefined> {
    while (this.#dropped === undefined) {
      if (this.#buffer.length > 0 || this.#reached() > this.#handedOver) return this.#take()
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    return undefined
  }

  /** Moves the checkpoint: between the events received and this place there is nothing wanted. */
  nothingUpTo(place: LogPlace): void {
    if (place.position < this.#checkpoint.position) return
    this.#checkpoint = {
      position: place.position,
      lastEvent: laterEvent(place.lastEvent, this.#checkpoint.lastEvent),
    }
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

  /** With prefixes the store filters, and reports its position; without, it sends all events. */
  #subscribe(client: EventStoreDBClient) {
    const { wanted, after, heard } = this.#order
    const fromPosition = clientPosition(after.position)
    if (wanted.streamPrefixes === undefined) return client.subscribeToAll({ fromPosition })
    const filter = streamNameFilter({
      prefixes: [...wanted.streamPrefixes],
      checkpointReached: (_subscription, { commit }) => {
        heard()
        this.nothingUpTo({ position: logPosition(commit), lastEvent: undefined })
      },
    })
    return client.subscribeToAll({ fromPosition, filter })
  }

  #receive(resolved: AllStreamResolvedEvent) {
    this.#order.heard()
    const event = storedEvent(resolved, this.#order.macs)
    if (event === undefined) return
    this.#seen = event.position
    if (!isSystemEvent(event)) this.#lastEvent = event
    if (isWanted(event, this.#order.wanted)) this.#buffer.push(event)
    if (this.#buffer.length >= this.#order.wanted.maxBatch) this.#source.pause()
    this.#wakeUp()
  }

  #take(): Batch {
    const events = this.#buffer
    this.#buffer = []
    this.#handedOver = this.#reached()
    if (this.#checkpoint.position === this.#handedOver) {
      this.#lastEvent = laterEvent(this.#checkpoint.lastEvent, this.#lastEvent)
    }
    const lastEvent = this.#lastEvent && referenceTo(this.#lastEvent)
    if (this.#source.isPaused()) this.#source.resume()
    return { events, upTo: { position: this.#handedOver, lastEvent } }
  }

  /** A checkpoint counts only after the events before it have been read from the stream. */
  #reached() {
    const isDrained = this.#source.readableLength === 0
    const { position } = this.#checkpoint
    return isDrained && position > this.#seen ? position : this.#seen
  }

  /** Waits for one turn of the event loop, so that events that arrive together form one batch. */
  #wakeUp() {
    if (this.#wake === undefined) return
    setImmediate(this.#wake)
    this.#wake = undefined
  }
}

function laterEvent(one: EventReference | undefined, other: EventReference | undefined) {
  if (one === undefined || other === undefined) return one ?? other
  return one.position > other.position ? one : other
}

/** More events than the store filters between two checkpoints: silence over so many is a fault. */
export const LOOK_AHEAD = 64

/** Whether a subscription has missed an event behind its place. */
export const leavesBehind = (behind: readonly StoredEvent[], wanted: LogSubscription): boolean =>
  behind.length >= LOOK_AHEAD || behind.some((event) => isWanted(event, wanted))

/** Consumers never receive system events. */
const isWanted = (event: StoredEvent, { streamPrefixes }: LogSubscription): boolean =>
  !isSystemEvent(event) &&
  (streamPrefixes === undefined || streamPrefixes.some((prefix) => event.stream.startsWith(prefix)))
