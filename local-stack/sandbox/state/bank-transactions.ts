import type { DatabaseSync } from 'node:sqlite'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'

const text = Type.String({ maxLength: 4_000 })
const decimal = Type.Union([
  Type.Number(),
  Type.String({ pattern: '^-?\\d{1,20}(\\.\\d{1,20})?$' }),
])

/** As the bank reports it: the fields of the back-office import without the account. */
export const bankTransaction = Type.Object(
  {
    stamp: Type.String({ minLength: 1, maxLength: 500 }),
    incoming: Type.Boolean(),
    transactionDate: Type.String({ minLength: 10, maxLength: 40 }),
    amount: decimal,
    currency: Type.String({ minLength: 1, maxLength: 10 }),
    id: Type.Optional(text),
    exchangeRate: Type.Optional(decimal),
    balance: Type.Optional(decimal),
    bankCode: Type.Optional(text),
    code: Type.Optional(text),
    idNo: Type.Optional(text),
    nameSurname: Type.Optional(text),
    iban: Type.Optional(text),
    description: Type.Optional(text),
    comment: Type.Optional(text),
    status: Type.Optional(Type.Integer()),
    fundsNature: Type.Optional(text),
  },
  { additionalProperties: false },
)

const content = Compile(bankTransaction)
const rows = Compile(Type.Array(Type.Object({ content: Type.String() })))

export type BankTransaction = Readonly<Static<typeof bankTransaction>>

/** The period of a query, ISO 8601 in UTC, both ends inclusive. */
export interface Booked {
  readonly accountRef: string
  readonly from: string
  readonly to: string
}

export interface BankTransactions {
  /** Books them on the account now; a known stamp gets the new content, and is booked again. */
  add(accountRef: string, transactions: readonly BankTransaction[]): void
  /** In the order in which they were booked. */
  list(
    booked: Booked,
    part: { readonly offset: number; readonly limit: number },
  ): readonly BankTransaction[]
}

export function bankTransactionsIn(database: DatabaseSync): BankTransactions {
  const upsert = database.prepare(
    `insert into bank_transaction (account_ref, stamp, content, booked_at) values (?, ?, ?, ?)
     on conflict (account_ref, stamp) do update
     set content = excluded.content, booked_at = excluded.booked_at`,
  )
  const select = database.prepare(
    `select content from bank_transaction
     where account_ref = ? and booked_at between ? and ?
     order by booked_at, id limit ? offset ?`,
  )
  return {
    add: (accountRef, transactions) => {
      const bookedAt = new Date().toISOString()
      for (const transaction of transactions) {
        upsert.run(accountRef, transaction.stamp, JSON.stringify(transaction), bookedAt)
      }
    },
    list: ({ accountRef, from, to }, { offset, limit }) =>
      rows
        .Parse(select.all(accountRef, from, to, limit, offset))
        .map((found) => content.Parse(JSON.parse(found.content))),
  }
}
