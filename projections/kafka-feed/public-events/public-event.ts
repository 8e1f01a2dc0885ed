import type { AnyEvent } from '#kernel/events/event-family.ts'
import type { Recorded } from '#kernel/platform/event-codec.ts'

export type Json = Readonly<Record<string, unknown>>

/** An event as external readers see it. */
export interface PublicEvent {
  readonly topic: string
  /** The record's key: the aggregate's id, as in `subject`. */
  readonly key: string
  /** `sarraf.expense-voucher.SmsSent.v1` */
  readonly type: string
  /** The name of the type's JSON Schema, for `ce_dataschema`. */
  readonly dataSchema: string
  readonly companyId: string
  readonly subject: string
  readonly data: Json
}

/** A public event with its stored event: id, position, revision, time. */
export interface Publication {
  readonly event: PublicEvent
  readonly recorded: Recorded<AnyEvent>
}

/** A person's pseudonym in the feed, from the pseudonym in events. */
export type PersonRef = (companyId: string, pseudonym: string | null) => string | null
