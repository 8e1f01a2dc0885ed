import type { ClaimStep } from '#command/claims/open-claims.ts'
import type { OpenWork } from '#command/event-sourcing/process-manager.ts'
import type { VoucherStep } from '#command/expense-vouchers/recovery.ts'
import type { InvoiceStep } from '#command/invoices/recovery.ts'
import { documentLedgerEvents, transactionClaimEvents } from '#kernel/events/claims.ts'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { invoiceEvents } from '#kernel/events/invoice.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { Recorded } from '#kernel/platform/recording/event-codec.ts'
import type { documentsAmong } from '#test/system/answers/documents-in-log.ts'
import { decoded } from './decoded.ts'
import type { Plan, PlannedClient } from './plan.ts'

/** What a client was answered. */
export interface Answered {
  readonly requestId: string | undefined
  readonly isForLater: boolean
  readonly message: string
  /** It may go on with the work of an earlier one. */
  readonly isRepeated: boolean
  readonly client: PlannedClient
  /** The record that was created; undefined where none was. */
  readonly created: unknown
  /** Of a query that was answered as complete: the stamps that the bank had booked and the log had not. */
  readonly missing: readonly string[]
}

interface Recordings {
  readonly events: readonly StoredEvent[]
  readonly records: { readonly documents: ReturnType<typeof documentsAmong> }
  readonly answered: readonly Answered[]
  readonly plan: Plan
}

const claimFamilies = [documentLedgerEvents, transactionClaimEvents]

/** What comes to nothing by itself: claims, which the recovery gives back, and to give up what nobody has. */
const changesNothing: ReadonlySet<string> = new Set([
  ...claimFamilies.flatMap(({ types }) => [...types.keys()]),
  'VoucherAbandoned',
  'InvoiceAbandoned',
  // A form that is not taken up never existed.
  'FormSubmitted',
])

export function changedForLater({ answered, events }: Recordings): readonly string[] {
  const changing = new Map(
    events.flatMap(({ type, metadata }) =>
      changesNothing.has(type) ? [] : [[metadata['requestId'], type] as const],
    ),
  )
  return answered.flatMap(({ isForLater, requestId = '' }) => {
    const type = isForLater ? changing.get(requestId) : undefined
    return type === undefined ? [] : [`${type} by a request that was answered "later"`]
  })
}

export function wrongClaims({ events, records: { documents } }: Recordings): readonly string[] {
  const held = new Map<string, string>()
  for (const { event, stream } of decoded<ClaimStep>(claimFamilies, events)) {
    const { id } = event.data.owner
    const isTaken = event.type === 'DocumentClaimed' || event.type === 'TransactionClaimed'
    if (isTaken) held.set(`${stream} ${id}`, id)
    else held.delete(`${stream} ${id}`)
  }
  const live = new Set(documents.all.filter(({ stage }) => stage !== 'over').map(({ id }) => id))
  const forNothing = [...held].flatMap(([claim, owner]) =>
    live.has(owner) ? [] : [`${claim} is claimed for nothing`],
  )
  const created = decoded<VoucherStep | InvoiceStep>([expenseVoucherEvents, invoiceEvents], events)
  const without = created.flatMap(({ event }) => {
    if (event.type !== 'VoucherDrafted' && event.type !== 'InvoiceRequested') return []
    const id = 'voucherId' in event.data ? event.data.voucherId : event.data.invoiceId
    if (!live.has(id)) return []
    const { ledger, transaction } = event.data.claims
    return [ledger, transaction].flatMap((claim) =>
      claim === null || held.has(`${claim} ${id}`) ? [] : [`${id} is there without ${claim}`],
    )
  })
  return [...forNothing, ...without]
}

/** The clock of an instance can be known well when nothing held up what it asks the database. */
const hasCommonTime = ({ networkFaults, interruptions, ambushes }: Plan) =>
  networkFaults.every(({ peer }) => peer !== 'database') &&
  [...interruptions, ...ambushes].every(({ how }) => how !== 'is suspended')

const CLOCKS_DIFFER_BY_MS = 50

export function wrongTimes({ plan, events }: Recordings): readonly string[] {
  if (!hasCommonTime(plan)) return []
  return events.flatMap(({ type, metadata, storedAt }) => {
    const aheadMs = Date.parse(String(metadata['recordedAt'])) - storedAt
    return aheadMs > CLOCKS_DIFFER_BY_MS ? [`${type} is recorded ${aheadMs} ms ahead`] : []
  })
}

export function recoveredWhileRunning({ plan, answered }: Recordings): readonly string[] {
  if (!hasCommonTime(plan)) return []
  return answered.flatMap(({ isRepeated, message }) =>
    !isRepeated && message.startsWith('The document was given up before')
      ? ['a document was given up although its request still ran']
      : [],
  )
}

/** How the log tells a process what is to be done. */
export interface FoldedWork<Step, Open> {
  readonly families: Parameters<typeof decoded<Step>>[0]
  readonly evolve: (work: OpenWork<Open>, step: Recorded<Step>) => OpenWork<Open>
}

/** What is to be done by the events, folded one after the other. */
export const workIn = <Step, Open>(
  { families, evolve }: FoldedWork<Step, Open>,
  events: readonly StoredEvent[],
): OpenWork<Open> => decoded<Step>(families, events).reduce(evolve, new Map<string, Open>())
