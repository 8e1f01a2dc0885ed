import * as fc from 'fast-check'
import { fold } from '#kernel/domain/turkish-text.ts'
import { DEALER, idOf, MOMENT } from '#test/query-service/rows.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A transaction as the plain model sees it. */
export interface Transaction {
  readonly id: string
  readonly incoming: boolean
  readonly status: number
  readonly masakStatus: number
  readonly idNo: string | null
  readonly nameSurname: string | null
  readonly currency: string
  readonly bankCode: string | null
  /** In cents. */
  readonly cents: number
  readonly transactionDate: Date
  readonly createdDate: Date
  readonly updatedAt: bigint
}

const day = (number: number) => new Date(Date.parse('2026-11-01T00:00:00Z') + number * DAY_MS)

const anyTransaction = fc.record({
  incoming: fc.boolean(),
  status: fc.nat(2),
  masakStatus: fc.nat(2),
  idNo: fc.constantFrom(null, '10000000146', '39586528950'),
  nameSurname: fc.constantFrom(null, 'İpek Işık', 'IŞIL %50_ı', 'Ahmet Öz'),
  currency: fc.constantFrom('TRY', 'USD'),
  bankCode: fc.constantFrom(null, '0062', '0064'),
  cents: fc.constantFrom(1, 100, 950, 1_000, 99_999_999_999_999),
  transactionDate: fc.nat(4).map(day),
  createdDate: fc.nat(2).map(day),
})

export const transactions = fc
  .array(anyTransaction, { minLength: 25, maxLength: 60, size: 'max' })
  .map((all) =>
    all.map(
      (each, index): Transaction => ({
        ...each,
        // Ids and changes do not come in the same order.
        id: idOf(1 + ((index * 37) % 61)),
        updatedAt: MOMENT + BigInt(index),
      }),
    ),
  )

export const rowOf = (transaction: Transaction) => ({
  company_id: DEALER,
  id: transaction.id,
  account_id: idOf(900),
  stamp: `S-${transaction.id}`,
  person_ref: transaction.idNo,
  incoming: transaction.incoming,
  transaction_date: transaction.transactionDate.toISOString(),
  amount: (transaction.cents / 100).toFixed(2),
  currency: transaction.currency,
  bank_code: transaction.bankCode,
  id_no: transaction.idNo,
  name_surname: transaction.nameSurname,
  name_folded: fold(transaction.nameSurname ?? ''),
  status: transaction.status,
  recorded_status: transaction.status,
  masak_status: transaction.masakStatus,
  is_check: false,
  created_date: transaction.createdDate.toISOString(),
  updated_at: String(transaction.updatedAt),
})

/** One thing that the list can be asked for, and what it means. */
interface Wish {
  readonly parameter: string
  readonly value: string
  readonly fits: (transaction: Transaction) => boolean
}

const wish = (parameter: string, value: string, fits: Wish['fits']): Wish => ({
  parameter,
  value,
  fits,
})

const anyWish: fc.Arbitrary<Wish> = fc.oneof(
  fc
    .boolean()
    .map((value) => wish('filter[incoming]', String(value), ({ incoming }) => incoming === value)),
  fc.nat(2).map((value) => wish('filter[status]', `${value}`, ({ status }) => status === value)),
  fc
    .nat(2)
    .map((value) =>
      wish('filter[masakStatus]', `${value}`, ({ masakStatus }) => masakStatus === value),
    ),
  fc
    .constantFrom('10000000146', '7')
    .map((value) => wish('filter[idNo]', value, ({ idNo }) => idNo === value)),
  fc
    .constantFrom('try', 'USD', 'eur')
    .map((value) =>
      wish('filter[currency]', value, ({ currency }) => currency === value.toUpperCase()),
    ),
  fc
    .constantFrom('0062', '62')
    .map((value) => wish('filter[bankCode]', value, ({ bankCode }) => bankCode === value)),
  fc
    .nat(4)
    .map((number) =>
      wish(
        'filter[startDate]',
        day(number).toISOString(),
        (each) => each.transactionDate >= day(number),
      ),
    ),
  fc
    .nat(4)
    .map((number) =>
      wish(
        'filter[endDate]',
        day(number).toISOString().slice(0, 10),
        (each) => each.transactionDate <= day(number),
      ),
    ),
  fc
    .nat(60)
    .map((number) =>
      wish(
        'filter[updatedSince]',
        `2026-11-20T09:45:00.${String(number).padStart(6, '0')}Z`,
        ({ updatedAt }) => updatedAt > MOMENT + BigInt(number),
      ),
    ),
  fc
    .constantFrom('işi', 'ISI', 'ipek', '%50_', '_', 'öZ')
    .map((text) =>
      wish('q', text, ({ nameSurname }) => fold(nameSurname ?? '').includes(fold(text))),
    ),
  fc
    .constantFrom('10000000146', '1')
    .map((value) => wish('q', value, ({ idNo }) => idNo === value)),
)

const sorts: Readonly<Record<string, (transaction: Transaction) => bigint>> = {
  transactionDate: ({ transactionDate }) => BigInt(transactionDate.getTime()),
  createdDate: ({ createdDate }) => BigInt(createdDate.getTime()),
  updatedAt: ({ updatedAt }) => updatedAt,
  amount: ({ cents }) => BigInt(cents),
}

export interface ListCase {
  readonly parameters: URLSearchParams
  /** The whole list as it must be, all pages together. */
  readonly expected: (all: readonly Transaction[]) => readonly string[]
}

export const asked: fc.Arbitrary<ListCase> = fc
  .record({
    wishes: fc.uniqueArray(anyWish, { maxLength: 3, selector: ({ parameter }) => parameter }),
    field: fc.constantFrom('', ...Object.keys(sorts)),
    direction: fc.constantFrom('', ':asc', ':desc'),
  })
  .map(({ wishes, field, direction }) => ({
    parameters: new URLSearchParams([
      ...wishes.map(({ parameter, value }): [string, string] => [parameter, value]),
      ...(field === '' ? [] : [['sort', `${field}${direction}`] as [string, string]]),
    ]),
    expected: (all) => {
      const keyOf = sorts[field || 'transactionDate'] ?? (() => 0n)
      const isBefore = (one: Transaction, other: Transaction) =>
        keyOf(one) === keyOf(other) ? one.id < other.id : keyOf(one) < keyOf(other)
      const sorted = all
        .filter((each) => wishes.every(({ fits }) => fits(each)))
        .toSorted((one, other) => (isBefore(one, other) ? -1 : 1))
        .map(({ id }) => id)
      return field !== '' && direction === ':desc' ? sorted.toReversed() : sorted
    },
  }))
