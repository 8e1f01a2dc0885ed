import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { dayIn } from '#kernel/domain/calendar-day.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { type LogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { electronicSteps } from './electronic-rules.ts'

// Reads the log's own JSON, and shares nothing with the code under test.

const Owner = Type.Object({ id: Type.String() })
const optional = <S extends Parameters<typeof Type.Optional>[0]>(schema: S) => Type.Optional(schema)
const Data = Compile(
  Type.Object({
    voucherId: optional(Type.String()),
    documentMode: optional(Type.String()),
    bankTransactionId: optional(Type.Union([Type.String(), Type.Null()])),
    personRef: optional(Type.String()),
    transactionDate: optional(Type.String()),
    amount: optional(Type.String()),
    price: optional(Type.String()),
    quantity: optional(Type.String()),
    serial: optional(Type.String()),
    number: optional(Type.String()),
    given: optional(Type.Boolean()),
    documentId: optional(Type.String()),
    owner: optional(Owner),
    day: optional(Type.String()),
    claims: optional(
      Type.Union([
        Type.Object({
          ledger: Type.String(),
          transaction: Type.Union([Type.String(), Type.Null()]),
        }),
        Type.Null(),
      ]),
    ),
  }),
)
type EventData = ReturnType<typeof Data.Parse>

export interface AuditedVoucher {
  readonly id: string
  readonly commandId: string
  status: 'draft' | 'finalizing' | 'accepted' | 'finalized' | 'deleted' | 'abandoned'
  readonly content: EventData
  number: string | undefined
}

interface Taken {
  readonly number: number
  readonly given: boolean
  readonly documentId: string
}

interface Claim {
  readonly day: string
  readonly amount: string
  readonly position: LogPosition
}

export interface Audit {
  readonly vouchers: ReadonlyMap<string, AuditedVoucher>
  readonly books: ReadonlyMap<string, readonly Taken[]>
  readonly faults: readonly string[]
}

const isUnfinished = ({ status }: AuditedVoucher) =>
  status === 'finalizing' || status === 'accepted'
const isLive = ({ status }: AuditedVoucher) => status !== 'deleted' && status !== 'abandoned'

/** Everything that must never be in the log of one company, whatever happened while it was written. */
export function auditOf(events: readonly StoredEvent[], insisting: ReadonlySet<string>): Audit {
  const vouchers = new Map<string, AuditedVoucher>()
  const books = new Map<string, Taken[]>()
  const holders = new Map<string, string>()
  const ledgers = new Map<string, Map<string, Claim>>()
  const faults: string[] = []
  const fault = (text: string) => faults.push(text)
  const live = () => vouchers.values().toArray().filter(isLive)

  function move(id: string, from: readonly (AuditedVoucher['status'] | 'none')[]) {
    const voucher = vouchers.get(id)
    const status = voucher?.status ?? 'none'
    if (!from.includes(status)) fault(`voucher ${id} moves on from ${status}, not ${from.join()}`)
    return voucher
  }

  function apply({ type, data: raw, metadata, stream, position }: StoredEvent) {
    const data = Data.Parse(raw)
    const commandId = String(metadata['commandId'])
    const { voucherId: id = '', owner, number = '', documentId = '' } = data
    switch (type) {
      case 'VoucherDrafted': {
        move(id, ['none'])
        const rival = live().find((one) => sameTransaction(one.content, data))
        if (rival) fault(`transaction ${data.bankTransactionId} has ${rival.id} and ${id}`)
        vouchers.set(id, { id, commandId, status: 'draft', content: data, number: undefined })
        break
      }
      case 'FinalizationRequested':
        put(move(id, ['draft']), 'finalizing')
        break
      case 'ProviderAccepted':
        put(move(id, ['draft']), 'accepted')
        break
      case 'VoucherFinalized': {
        const voucher = move(id, ['finalizing', 'accepted'])
        put(voucher, 'finalized')
        if (voucher) voucher.number = number
        break
      }
      case 'DraftDeleted':
        put(move(id, ['draft']), 'deleted')
        break
      case 'VoucherAbandoned': {
        const voucher = move(id, ['none', 'finalizing'])
        if (voucher) put(voucher, 'abandoned')
        else
          vouchers.set(id, { id, commandId, status: 'abandoned', content: data, number: undefined })
        break
      }
      case 'NumberTaken': {
        const taken = { number: Number(number), given: data.given === true, documentId }
        books.set(stream, [...(books.get(stream) ?? []), taken])
        break
      }
      case 'TransactionClaimed':
        if (holders.has(stream)) fault(`${stream} is claimed twice`)
        holders.set(stream, owner?.id ?? '')
        break
      case 'TransactionReleased':
        if (holders.get(stream) !== owner?.id) fault(`${stream} is released by another one`)
        holders.delete(stream)
        break
      case 'DocumentClaimed': {
        const { day = '', amount = '' } = data
        const ledger = ledgers.get(stream) ?? new Map<string, Claim>()
        ledgers.set(stream, ledger.set(owner?.id ?? '', { day, amount, position }))
        break
      }
      case 'DocumentReleased':
        if (!ledgers.get(stream)?.delete(owner?.id ?? '')) fault(`${stream} releases nothing`)
        break
      case 'BankTransactionRecorded':
        break
      default:
        if (electronicSteps.has(type)) break
        fault(`unknown type ${type}`)
    }
  }

  for (const event of events) apply(event)
  const kept = live()
  faults.push(
    ...kept.filter(isUnfinished).map(({ id, status }) => `${id} stays ${status}`),
    ...numberFaults(books, vouchers),
    ...claimFaults(kept, holders, ledgers),
    ...duplicateFaults(kept, ledgers, insisting),
  )
  return { vouchers, books, faults }
}

const put = (voucher: AuditedVoucher | undefined, status: AuditedVoucher['status']) => {
  if (voucher) voucher.status = status
}

const sameTransaction = (one: EventData, other: EventData) =>
  one.bankTransactionId != null && one.bankTransactionId === other.bankTransactionId

function numberFaults(
  books: ReadonlyMap<string, readonly Taken[]>,
  vouchers: ReadonlyMap<string, AuditedVoucher>,
): string[] {
  const faults: string[] = []
  const owners = [...books.values()].flat().map(({ documentId }) => documentId)
  if (new Set(owners).size < owners.length) faults.push('a voucher has two numbers')
  for (const [book, taken] of books) {
    const numbers = taken.map(({ number }) => number)
    const all = new Set(numbers)
    if (all.size < numbers.length)
      faults.push(`a number of ${book} is used twice: ${numbers.join()}`)
    const last = Math.max(0, ...taken.filter(({ given }) => !given).map(({ number }) => number))
    for (let number = 1; number <= last; number++) {
      if (!all.has(number))
        faults.push(`number ${number} of ${book} is left out: ${numbers.join()}`)
    }
    for (const { number, documentId } of taken) {
      const voucher = vouchers.get(documentId)
      if (voucher?.status !== 'finalized' || Number(voucher.number) !== number) {
        faults.push(`number ${number} belongs to ${documentId}, ${voucher?.status}`)
      }
    }
  }
  for (const { id, status } of vouchers.values()) {
    if (status === 'finalized' && !owners.includes(id)) faults.push(`${id} has taken no number`)
  }
  return faults
}

function claimFaults(
  live: readonly AuditedVoucher[],
  holders: ReadonlyMap<string, string>,
  ledgers: ReadonlyMap<string, ReadonlyMap<string, Claim>>,
): string[] {
  const wanted = live.flatMap(({ id, content }) => {
    const { claims, transactionDate = '', amount = '' } = content
    const day = dayIn('Europe/Istanbul', Date.parse(transactionDate))
    const transaction = claims?.transaction == null ? [] : [`${claims.transaction}: ${id}`]
    return [`${claims?.ledger}: ${id} ${day} ${amount}`, ...transaction]
  })
  const standing = [
    ...[...holders].map(([stream, id]) => `${stream}: ${id}`),
    ...[...ledgers].flatMap(([stream, ledger]) =>
      [...ledger].map(([id, { day, amount }]) => `${stream}: ${id} ${day} ${amount}`),
    ),
  ]
  return [
    ...wanted.filter((claim) => !standing.includes(claim)).map((claim) => `not claimed: ${claim}`),
    ...standing.filter((claim) => !wanted.includes(claim)).map((claim) => `no owner: ${claim}`),
  ]
}

/** Of the live documents of a person, day and amount only the one claimed first may not insist. */
function duplicateFaults(
  live: readonly AuditedVoucher[],
  ledgers: ReadonlyMap<string, ReadonlyMap<string, Claim>>,
  insisting: ReadonlySet<string>,
): string[] {
  const claimedAt = ({ id, content }: AuditedVoucher) =>
    ledgers.get(content.claims?.ledger ?? '')?.get(id)?.position ?? START_OF_LOG
  const keyOf = ({ content: { personRef, transactionDate = '', amount } }: AuditedVoucher) =>
    `${personRef} ${dayIn('Europe/Istanbul', Date.parse(transactionDate))} ${amount}`
  const groups = Map.groupBy(live, keyOf)
  return [...groups].flatMap(([key, group]) =>
    group
      .toSorted((left, right) => (claimedAt(left) < claimedAt(right) ? -1 : 1))
      .slice(1)
      .filter(({ commandId }) => !insisting.has(commandId))
      .map(({ id }) => `${id} is a duplicate: ${key}`),
  )
}
