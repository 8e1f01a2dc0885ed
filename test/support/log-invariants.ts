import { logChecks } from '#audit/verification/checks/all-checks.ts'
import { dayIn } from '#kernel/domain/calendar-day.ts'
import {
  type DocumentLedgerEvent,
  documentLedgerEvents,
  numberBookEvents,
  type TransactionClaimEvent,
  transactionClaimEvents,
} from '#kernel/events/claims.ts'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { decoded } from './decoded.ts'
import { type DocumentInLog, documentsIn } from './documents-in-log.ts'

// What has to be true in every log once all is quiet, whatever happened while it was written. It shares nothing with
// the code that decides but its events.

type Events = readonly StoredEvent[]
type ClaimEvent = DocumentLedgerEvent | TransactionClaimEvent

const claimFamilies = [documentLedgerEvents, transactionClaimEvents]

/** Of all families of claims: they come to nothing by themselves, because the recovery gives them back. */
export const claimTypes: readonly string[] = claimFamilies.flatMap(({ types }) => [...types.keys()])

interface Book {
  readonly taken: Set<number>
  /** All numbers from 1 to this one are taken. */
  sequence: number
}

/** Each number of a book is taken once, without a gap, for one voucher, which shows it. */
export function wrongNumbers(events: Events): readonly string[] {
  const finalized = new Map(
    decoded([expenseVoucherEvents], events).flatMap(({ event: { type, data } }) =>
      type === 'VoucherFinalized' ? [[data.voucherId, `${data.serial} ${data.number}`]] : [],
    ),
  )
  const faults: string[] = []
  const holders = new Set<string>()
  const books = new Map<string, Book>()
  for (const { event, stream } of decoded([numberBookEvents], events)) {
    const { serial, documentId, sequence, given } = event.data
    const number = Number(event.data.number)
    const name = `number ${serial} ${number}`
    const book = books.get(stream) ?? { taken: new Set(), sequence: 0 }
    books.set(stream, book)
    if (book.taken.has(number)) faults.push(`${name} is taken twice`)
    if (!given && number !== book.sequence + 1) faults.push(`${name} follows ${book.sequence}`)
    book.taken.add(number)
    while (book.taken.has(book.sequence + 1)) book.sequence += 1
    if (Number(sequence) !== book.sequence) faults.push(`${name} leads to ${sequence}`)
    if (holders.has(documentId)) faults.push(`${documentId} has two numbers`)
    holders.add(documentId)
    const shown = finalized.get(documentId)
    if (shown !== `${serial} ${number}`) {
      faults.push(`${name} is on no voucher: ${documentId} shows ${shown}`)
    }
  }
  for (const [id, shown] of finalized)
    if (!holders.has(id)) faults.push(`${id} shows ${shown}, which was taken in no book`)
  return faults
}

/** What is claimed is claimed once and for a document that is there, and what is there has its claims. */
export function wrongClaims(events: Events): readonly string[] {
  const faults: string[] = []
  const claims = new Map<string, Map<string, string>>()
  for (const { event, stream } of decoded<ClaimEvent>(claimFamilies, events)) {
    const { id } = event.data.owner
    const held = claims.get(stream) ?? new Map()
    claims.set(stream, held)
    if (event.type === 'TransactionClaimed' && held.size > 0)
      faults.push(`${stream} is claimed twice`)
    if (event.type === 'TransactionClaimed') held.set(id, '')
    else if (event.type === 'DocumentClaimed')
      held.set(id, ` ${event.data.day} ${event.data.amount}`)
    else if (!held.delete(id)) faults.push(`${stream} gives back nothing of ${id}`)
  }
  const held = new Set(
    [...claims].flatMap(([stream, owners]) =>
      [...owners].map(([id, what]) => `${stream} ${id}${what}`),
    ),
  )
  const wanted = new Set(documentsIn(events).filter(isAlive).flatMap(claimsOf))
  return [
    ...faults,
    ...[...wanted.difference(held)].map((claim) => `a document is there without ${claim}`),
    ...[...held.difference(wanted)].map((claim) => `${claim} is claimed for nothing`),
  ]
}

const isAlive = ({ stage }: DocumentInLog) => stage !== 'over'

function claimsOf({ id, claims, transactionDate, amount }: DocumentInLog): readonly string[] {
  const { ledger, transaction } = claims
  const day = dayIn('Europe/Istanbul', Date.parse(transactionDate))
  return [
    ...(ledger === null ? [] : [`${ledger} ${id} ${day} ${amount}`]),
    ...(transaction === null ? [] : [`${transaction} ${id}`]),
  ]
}

/** A bank transaction has one live document at most. */
export function secondDocuments(events: Events): readonly string[] {
  const live = documentsIn(events).filter((one) => isAlive(one) && one.bankTransactionId !== null)
  return [...Map.groupBy(live, ({ bankTransactionId }) => bankTransactionId)].flatMap(
    ([transaction, all]) =>
      all.length > 1 ? [`${all.length} documents of the transaction ${transaction}`] : [],
  )
}

/** What the rules of `npm run audit -- verify` find. */
export function foundByAuditors(events: Events): readonly string[] {
  const checks = logChecks(null)
  checks.see(events)
  return checks.found().faults.map(({ rule, problem }) => `${rule}: ${problem}`)
}
