import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { dayIn } from '#kernel/domain/calendar-day.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { type LogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { wrongClaims, wrongNumbers } from '#test/support/log-invariants.ts'
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
    owner: optional(Owner),
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

export interface Audit {
  readonly vouchers: ReadonlyMap<string, AuditedVoucher>
  readonly faults: readonly string[]
}

const isUnfinished = ({ status }: AuditedVoucher) =>
  status === 'finalizing' || status === 'accepted'
const isLive = ({ status }: AuditedVoucher) => status !== 'deleted' && status !== 'abandoned'

/** Everything that must never be in the log of one company, whatever happened while it was written. */
export function auditOf(events: readonly StoredEvent[], insisting: ReadonlySet<string>): Audit {
  const vouchers = new Map<string, AuditedVoucher>()
  const claimedAt = new Map<string, LogPosition>()
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
    const { voucherId: id = '', owner, number = '' } = data
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
      case 'DocumentClaimed':
        claimedAt.set(`${stream} ${owner?.id}`, position)
        break
      case 'NumberTaken':
      case 'TransactionClaimed':
      case 'TransactionReleased':
      case 'DocumentReleased':
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
    ...wrongNumbers(events),
    ...wrongClaims(events),
    ...duplicateFaults(kept, claimedAt, insisting),
  )
  return { vouchers, faults }
}

const put = (voucher: AuditedVoucher | undefined, status: AuditedVoucher['status']) => {
  if (voucher) voucher.status = status
}

const sameTransaction = (one: EventData, other: EventData) =>
  one.bankTransactionId != null && one.bankTransactionId === other.bankTransactionId

/** Of the live documents of a person, day and amount only the one claimed first may not insist. */
function duplicateFaults(
  live: readonly AuditedVoucher[],
  claimedAt: ReadonlyMap<string, LogPosition>,
  insisting: ReadonlySet<string>,
): string[] {
  const placeOf = ({ id, content }: AuditedVoucher) =>
    claimedAt.get(`${content.claims?.ledger} ${id}`) ?? START_OF_LOG
  const keyOf = ({ content: { personRef, transactionDate = '', amount } }: AuditedVoucher) =>
    `${personRef} ${dayIn('Europe/Istanbul', Date.parse(transactionDate))} ${amount}`
  const groups = Map.groupBy(live, keyOf)
  return [...groups].flatMap(([key, group]) =>
    group
      .toSorted((left, right) => (placeOf(left) < placeOf(right) ? -1 : 1))
      .slice(1)
      .filter(({ commandId }) => !insisting.has(commandId))
      .map(({ id }) => `${id} is a duplicate: ${key}`),
  )
}
