import type { AnyEvent } from '#kernel/events/event-family.ts'
import type { Recorded } from '#kernel/platform/recording.ts'

export type Json = Readonly<Record<string, unknown>>

/** What readers outside get to see of an event. */
export interface PublicEvent {
  readonly topic: string
  /** Of the record: the aggregate's id, as `subject`. */
  readonly key: string
  /** `sarraf.expense-voucher.SmsSent.v1` */
  readonly type: string
  /** The name of the type's JSON Schema, for `ce_dataschema`. */
  readonly dataSchema: string
  readonly companyId: string
  readonly subject: string
  readonly data: Json
}

/** A public event with the stored one that it tells of: id, position, revision, time. */
export interface Publication {
  readonly event: PublicEvent
  readonly recorded: Recorded<AnyEvent>
}

/** What a person is called in the feed, given the pseudonym that events carry. */
export type PersonRef = (companyId: string, pseudonym: string | null) => string | null
