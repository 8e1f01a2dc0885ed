import type { AnyEvent } from '#kernel/events/event-family.ts'
import type { Recorded } from '#kernel/platform/recording/event-codec.ts'

export type Json = Readonly<Record<string, unknown>>

/** An event as external readers see it. */
export interface PublicEvent {
  /** Null: the event appears in the state topic of its noun only. */
  readonly topic: string | null
  /** `expense-voucher` */
  readonly noun: string
  /** `SmsSent` */
  readonly name: string
  /** The record's key: the aggregate's id, as in `subject`. */
  readonly key: string
  /** `sarraf.expense-voucher.SmsSent.v1` */
  readonly type: string
  /** The type under which it was published before it was renamed. */
  readonly formerType?: string
  readonly companyId: string
  readonly subject: string
  readonly data: Json
}

/** What an event changes in a topic of current states. */
export interface StateChange {
  readonly topic: string
  /** Null: there is nothing any more. */
  readonly value: Json | null
}

/** A public event with its stored event: id, position, revision, time. */
export interface Publication {
  readonly event: PublicEvent
  readonly state?: StateChange
  readonly recorded: Recorded<AnyEvent>
}

/** A person's pseudonym in the feed, from the pseudonym in events. */
export type PersonRef = (companyId: string, pseudonym: string | null) => string | null
