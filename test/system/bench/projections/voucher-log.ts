import { randomUUID } from 'node:crypto'
import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { encodeEvent } from '#kernel/platform/recording/event-codec.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import {
  finalizationRequested,
  voucherDrafted,
  voucherFinalized,
} from '#test/projections/samples.ts'

const COMPANIES = 8
const SELLERS = 500
export const EVENTS_A_VOUCHER = 3

interface Books {
  readonly eventStore: EventStore
  readonly vault: Vault
}

/** The three events of a paper voucher, told apart by its number. */
export function voucherEvents(number: number): readonly ExpenseVoucherEvent[] {
  const voucherId = voucherIdOf(number)
  const amount = `${1_000 + (number % 90_000)}.25`
  return [
    voucherDrafted({ voucherId, amount, personRef: `person${number % SELLERS}` }),
    finalizationRequested(voucherId),
    voucherFinalized({ voucherId, number: String(number) }),
  ]
}

export const companyOf = (number: number) => `be${number % COMPANIES}`.padEnd(24, '0')
export const voucherIdOf = (number: number) => number.toString(16).padStart(24, '0')

/** Writes vouchers with their whole history, by that number of writers at the same time. */
export async function writeVouchers(
  books: Books,
  {
    from,
    count,
    writers,
  }: { readonly from: number; readonly count: number; readonly writers: number },
): Promise<void> {
  let next = from
  const writer = async () => {
    while (next < from + count) {
      const number = next++
      await writeEvents(books, number, voucherEvents(number))
    }
  }
  await Promise.all(Array.from({ length: writers }, writer))
}

/** Into a new stream, in one append. */
export async function writeEvents(
  { eventStore, vault }: Books,
  number: number,
  events: readonly ExpenseVoucherEvent[],
) {
  const stream = `${expenseVoucherEvents.category}-${voucherIdOf(number)}`
  const companyId = companyOf(number)
  const recorded = await Promise.all(
    events.map((event) =>
      encodeEvent(vault, {
        family: expenseVoucherEvents,
        event,
        id: randomUUID(),
        stream,
        recordedAt: new Date().toISOString(),
        origin: originIn(companyId),
        owner: { companyId, purpose: 'customer', person: `${number % SELLERS}` },
      }),
    ),
  )
  return eventStore.append(stream, recorded, 'no_stream')
}

const originIn = (companyId: string) => ({
  companyId,
  actor: { kind: 'apiUser' as const, id: 'bench' },
  commandId: randomUUID(),
  requestId: randomUUID(),
  idempotencyKey: null,
  ip: null,
  userAgent: null,
  causationId: null,
  correlationId: randomUUID(),
})
