import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import {
  finalizationRequested,
  voucherDrafted,
  voucherFinalized,
} from '#test/projections/samples.ts'
import { recordEvents } from '#test/support/stored-events.ts'

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
  books: Books,
  number: number,
  events: readonly ExpenseVoucherEvent[],
) {
  const stream = `${expenseVoucherEvents.category}-${voucherIdOf(number)}`
  const companyId = companyOf(number)
  return recordEvents(books, {
    family: expenseVoucherEvents,
    events,
    stream,
    companyId,
    at: new Date().toISOString(),
    owner: { purpose: 'customer', person: `${number % SELLERS}` },
  })
}
