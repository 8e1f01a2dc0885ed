import {
  type EventMacs,
  type EventReference,
  type LogPlace,
  type LogSubscription,
  referenceTo,
  type StoredEvent,
} from './event-store.ts'
import { type LogPosition, laterOf } from './log-position.ts'
import { readAlone } from './lone-reading.ts'
import type { Membership, SharedReadings } from './shared-reading.ts'
import type { StoreClient } from './store-client.ts'
import type { Seen } from './stored-event.ts'
import type { SubscriptionCall } from './subscription-call.ts'

/** What waits to be handled, however few events that are. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024

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
  readonly sharedReadings: SharedReadings
}

/**
 * One connection of a subscription, until it drops. It reads alone until it has caught up, and from
 * then on together with others, if it reads most of the log.
 */
export class LogFeed {
  readonly #client: StoreClient
  readonly #order: FeedOrder
  /** Where it reads from: alone, or as a member; neither while its buffer is full and others go on. */
  #alone: SubscriptionCall | undefined
  #shared: Membership | undefined
  #hasCaughtUp = false
  #buffer: StoredEvent[] = []
  #bufferBytes = 0
  #seen: LogPosition
  #lastEvent: EventReference | undefined
  #checkpoint: LogPlace
  #handedOver: LogPosition
  #dropped: Error | undefined
  #wake: (() => void) | undefined

  constructor(client: StoreClient, order: FeedOrder) {
    this.#client = client
    this.#order = order
    this.#seen = order.after.position
    this.#lastEvent = order.after.lastEvent
    this.#checkpoint = order.after
    this.#handedOver = order.after.position
    this.#readAlone()
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

  /** Moves the checkpoint: between the events received and this place no event matches. */
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
    this.#alone?.cancel()
    this.#shared?.leave()
    this.#wakeUp()
  }

  /** Drops it, and all that read together with it: the store is silent. */
  lost(reason: Error): void {
    this.#shared?.giveUp(reason)
    this.drop(reason)
  }

  get dropReason(): Error | undefined {
    return this.#dropped
  }

  get isIdle(): boolean {
    return this.#wake !== undefined
  }

  #readAlone() {
    const { wanted, macs, heard, caughtUp } = this.#order
    const listener = {
      heard,
      receive: (event: StoredEvent, bytes: number) => void this.#receive(event, bytes),
      checkpoint: (position: LogPosition) => this.nothingUpTo({ position, lastEvent: undefined }),
      caughtUp: () => {
        this.#hasCaughtUp = true
        caughtUp()
        this.#shareIfPossible()
      },
      drop: (reason: Error) => this.drop(reason),
    }
    const client = this.#client
    this.#alone = readAlone({ client, after: this.#place(), wanted, macs }, listener)
  }

  /** Only behind everything that its own subscription has brought. False if it did not work. */
  #shareIfPossible(): boolean {
    const { wanted, sharedReadings, heard } = this.#order
    const readsAll = wanted.streamPrefixes === undefined && wanted.withNeighbours !== true
    const readsMost = readsAll || wanted.mostOfTheLog === true
    if (!readsMost || !this.#hasCaughtUp || this.#isFull()) return false
    const shared = sharedReadings.join(this.#client, this.#place(), {
      heard,
      receive: (event, bytes) => this.#receive(event, bytes),
      passed: (position) => this.nothingUpTo({ position, lastEvent: undefined }),
      drop: (reason) => this.drop(reason),
    })
    if (shared === undefined) return false
    this.#alone?.cancel()
    this.#alone = undefined
    // The first events may have filled the feed: then the reading has already dropped it.
    this.#shared = this.#isFull() ? undefined : shared
    return true
  }

  /** Whether there is room for more. A full feed pauses the store, or leaves the shared reading. */
  #receive(event: StoredEvent, bytes: number): boolean {
    this.#seen = event.position
    if (event.isGenuine) this.#lastEvent = referenceTo(event)
    if (isWanted(event, this.#order.wanted)) {
      this.#buffer.push(event)
      this.#bufferBytes += bytes
    }
    this.#wakeUp()
    if (!this.#isFull()) return true
    this.#alone?.pause()
    this.#shared = undefined
    return false
  }

  #isFull() {
    return (
      this.#buffer.length >= this.#order.wanted.maxBatch || this.#bufferBytes >= MAX_WAITING_BYTES
    )
  }

  /** There is room again. */
  #goOn() {
    if (this.#shared !== undefined || this.#dropped !== undefined) return
    if (this.#alone?.isPaused() === true) this.#alone.resume()
    else if (!this.#shareIfPossible() && this.#alone === undefined) this.#readAlone()
  }

  #take(): Batch {
    const events = this.#buffer
    this.#buffer = []
    this.#bufferBytes = 0
    const upTo = this.#place()
    this.#handedOver = upTo.position
    this.#goOn()
    return { events, upTo }
  }

  #place(): LogPlace {
    const position = this.#reached()
    const isCheckpoint = this.#checkpoint.position === position
    if (isCheckpoint) this.#lastEvent = laterEvent(this.#checkpoint.lastEvent, this.#lastEvent)
    return { position, lastEvent: this.#lastEvent }
  }

  #reached() {
    return laterOf(this.#checkpoint.position, this.#seen)
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

/** More events than the store filters between two checkpoints: silence over this many is a fault. */
export const LOOK_AHEAD = 64

/** Whether a subscription has missed an event behind its place. */
export const leavesBehind = (behind: readonly Seen[], wanted: LogSubscription): boolean =>
  behind.length >= LOOK_AHEAD ||
  behind.some(({ event }) => event !== undefined && isWanted(event, wanted))

const isWanted = ({ stream }: StoredEvent, { streamPrefixes }: LogSubscription): boolean =>
  streamPrefixes === undefined || streamPrefixes.some((prefix) => stream.startsWith(prefix))
