import { categoryOf } from '#kernel/events/category-of.ts'
import {
  type DocumentLedgerEvent,
  documentLedgerEvents,
  type NumberBookEvent,
  numberBookEvents,
  type TransactionClaimEvent,
  transactionClaimEvents,
} from '#kernel/events/claims.ts'
import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import {
  type Decoder,
  decodeWithoutKeys,
  type Recorded,
} from '#kernel/platform/recording/event-codec.ts'
import { openCall } from '#kernel/platform/recording/recorded-call.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'

type VoucherLogEvent =
  | ExpenseVoucherEvent
  | DocumentLedgerEvent
  | TransactionClaimEvent
  | NumberBookEvent

const decoders = new Map<string, Decoder<VoucherLogEvent>>([
  ['expenseVoucher', expenseVoucherEvents],
  ['documentLedger', documentLedgerEvents],
  ['transactionClaim', transactionClaimEvents],
  ['numberBook', numberBookEvents],
])

type Status =
  | 'draft'
  | 'finalizing'
  | 'finalized'
  | 'deleted'
  | 'abandoned'
  /** A call at the provider has begun, and its outcome is not recorded. */
  | 'attempting'
  /** Official, but not complete here yet. */
  | 'accepted'
  /** What became of it is unknown, or something forbids to complete it: somebody has to ask. */
  | 'inReview'
  | 'deleting'

interface LoggedVoucher {
  readonly id: string
  readonly companyId: string
  readonly key: string | null
  readonly ledger: string
  readonly transaction: string | null
  status: Status
  book: string | undefined
  number: string | undefined
}

/** What the log says of vouchers, and of all that is claimed for them. */
export interface VoucherLog {
  readonly vouchers: ReadonlyMap<string, LoggedVoucher>
  /** By stream: the documents that hold a claim there. */
  readonly ledgers: ReadonlyMap<string, ReadonlySet<string>>
  /** By stream: the document that has the transaction. */
  readonly transactions: ReadonlyMap<string, string>
  /** By stream, in the order they were taken. */
  readonly books: ReadonlyMap<string, readonly NumberBookEvent['data'][]>
}

/** Folds the whole log, sharing nothing with the product but its events. */
export async function readVoucherLog(
  eventStore: EventStore,
  vault: Pick<Vault, 'keys'>,
): Promise<VoucherLog> {
  const vouchers = new Map<string, LoggedVoucher>()
  const ledgers = new Map<string, Set<string>>()
  const transactions = new Map<string, string>()
  const books = new Map<string, NumberBookEvent['data'][]>()
  for await (const stored of eventStore.readLog(START_OF_LOG)) {
    const [recorded] = decodeWithoutKeys((stream) => decoders.get(categoryOf(stream)), [stored])
    if (recorded !== undefined) note(recorded, await keyOf(vault, recorded))
  }
  return { vouchers, ledgers, transactions, books }

  function note({ event, stream, metadata }: Recorded<VoucherLogEvent>, key: string | null) {
    switch (event.type) {
      case 'DocumentClaimed':
        ledgers.set(stream, (ledgers.get(stream) ?? new Set()).add(event.data.owner.id))
        break
      case 'DocumentReleased':
        ledgers.get(stream)?.delete(event.data.owner.id)
        break
      case 'TransactionClaimed':
        transactions.set(stream, event.data.owner.id)
        break
      case 'TransactionReleased':
        transactions.delete(stream)
        break
      case 'NumberTaken':
        books.set(stream, books.get(stream) ?? [])
        books.get(stream)?.push(event.data)
        break
      case 'VoucherDrafted':
        vouchers.set(event.data.voucherId, {
          id: event.data.voucherId,
          companyId: metadata.companyId,
          key,
          ...event.data.claims,
          status: 'draft',
          book: undefined,
          number: undefined,
        })
        break
      default:
        noteVoucher(event)
    }
  }

  function noteVoucher(event: Exclude<ExpenseVoucherEvent, { type: 'VoucherDrafted' }>) {
    const voucher = vouchers.get(event.data.voucherId)
    // One that was fenced off before it was drafted is no voucher.
    if (voucher === undefined) return
    voucher.status = statusAfter[event.type] ?? voucher.status
    if ('book' in event.data) voucher.book = event.data.book
    if (event.type === 'VoucherFinalized') voucher.number = event.data.number
  }
}

/** The `Idempotency-Key` that a voucher was asked for with. */
async function keyOf(
  vault: Pick<Vault, 'keys'>,
  { event, stream, id, metadata }: Recorded<VoucherLogEvent>,
) {
  if (event.type !== 'VoucherDrafted') return null
  const call = await openCall(vault, metadata, { stream, id })
  return call !== null && 'idempotencyKey' in call ? call.idempotencyKey : null
}

/** What is not here changes nothing. */
const statusAfter: Partial<Record<ExpenseVoucherEvent['type'], Status>> = {
  FinalizationRequested: 'finalizing',
  VoucherFinalized: 'finalized',
  DraftDeleted: 'deleted',
  VoucherAbandoned: 'abandoned',
  PreparationStarted: 'attempting',
  VoucherPrepared: 'draft',
  PreparationRefused: 'draft',
  PreparationUnknown: 'draft',
  SmsRequested: 'attempting',
  SmsSent: 'draft',
  SmsRefused: 'draft',
  SmsUnknown: 'draft',
  SubmissionStarted: 'attempting',
  CodeRefused: 'draft',
  SubmissionRefused: 'draft',
  SubmissionUnknown: 'inReview',
  ProviderAccepted: 'accepted',
  LocalCompletionFailed: 'inReview',
  DeletionStarted: 'deleting',
  DeletionRefused: 'draft',
}

const inProgress: ReadonlySet<Status> = new Set([
  'finalizing',
  'attempting',
  'accepted',
  'deleting',
])
const notThere: ReadonlySet<Status> = new Set(['finalizing', 'deleted', 'abandoned'])

export const isIssued = (voucher: LoggedVoucher | undefined) =>
  voucher !== undefined && !notThere.has(voucher.status)

/** Unneeded claims, unfinished vouchers, and vouchers without claims, all of which the recovery repairs. */
export function looseEnds({ vouchers, ledgers, transactions }: VoucherLog): string[] {
  const orphans = [
    ...[...ledgers].flatMap(([stream, ids]) => [...ids].map((id) => [stream, id] as const)),
    ...transactions,
  ].filter(([, id]) => !isIssued(vouchers.get(id)))
  const living = [...vouchers.values()].filter(isIssued)
  const unclaimed = living.filter(
    ({ id, ledger, transaction }) =>
      ledgers.get(ledger)?.has(id) !== true ||
      (transaction !== null && transactions.get(transaction) !== id),
  )
  return [
    ...orphans.map(([stream, id]) => `${stream} is claimed for ${id}, which does not live`),
    ...unclaimed.map(({ id }) => `${id} lives without its claims`),
    ...[...vouchers.values()]
      .filter(({ status }) => inProgress.has(status))
      .map(({ id }) => `${id} is still unfinished`),
  ]
}

/** Every number from 1 on, each taken once, by one finalized voucher that shows it. */
export function numberFaults({ vouchers, books }: VoucherLog): string[] {
  const gaps = [...books].flatMap(([book, all]) => {
    const numbers = all.map(({ number }) => Number(number)).toSorted((a, b) => a - b)
    const wrong = numbers.find((number, index) => number !== index + 1)
    return wrong === undefined ? [] : [`${book}: gap or repetition at ${wrong}`]
  })
  const inVain = [...books.values()]
    .flat()
    .filter(({ documentId, number }) => vouchers.get(documentId)?.number !== number)
    .map(({ serial, documentId, number }) => `${serial} ${number} is not shown by ${documentId}`)
  const taken = new Set(
    [...books].flatMap(([book, all]) =>
      all.map((one) => `${book} ${one.number} ${one.documentId}`),
    ),
  )
  const numberless = [...vouchers.values()]
    .filter(({ status }) => status === 'finalized')
    .filter(({ id, book, number }) => !taken.has(`${book} ${number} ${id}`))
  const notTaken = numberless.map(({ id, number }) => `${id} shows ${number}, not its own`)
  return [...gaps, ...inVain, ...notTaken]
}

/** How many vouchers came of each Idempotency-Key; those that were given up do not count. */
export function vouchersByKey({ vouchers }: VoucherLog): ReadonlyMap<string, readonly string[]> {
  const byKey = new Map<string, string[]>()
  for (const { id, key, status } of vouchers.values()) {
    if (key === null || status === 'abandoned') continue
    byKey.set(key, [...(byKey.get(key) ?? []), id])
  }
  return byKey
}
