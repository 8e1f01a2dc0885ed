import type { NumberBookEvent, TransactionClaimEvent } from '#kernel/events/claims.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import type { InvoiceEvent } from '#kernel/events/invoice.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'

/** The place of an event. */
export interface EventPlace {
  readonly companyId: string
  readonly stream: string
  readonly position: LogPosition
}

/** A rule of the business that the log breaks. */
export interface BrokenRule {
  readonly rule: string
  readonly stream: string
  /** The position of the event that breaks the rule. */
  readonly position: LogPosition
  readonly problem: string
}

type Saw<Event> = (event: Event, place: EventPlace) => BrokenRule | undefined

/** One rule, checked on every event in log order, independently of the code that keeps it. */
export interface Check {
  readonly voucher?: Saw<ExpenseVoucherEvent>
  readonly invoice?: Saw<InvoiceEvent>
  readonly numberBook?: Saw<NumberBookEvent>
  readonly transactionClaim?: Saw<TransactionClaimEvent>
}

/** Creates the faults of one rule. */
export const faultOf =
  (rule: string) =>
  ({ stream, position }: EventPlace, problem: string): BrokenRule => ({
    rule,
    stream,
    position,
    problem,
  })
