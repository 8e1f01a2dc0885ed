import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { lookupIn } from '#audit/finding/lookup.ts'
import { sourceOf } from '#audit/finding/sources.ts'
import type { Person } from '#audit/person/person.ts'
import { detailsOf, linkedTransactions, mentionsOf } from '#audit/person/rows.ts'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import { bankTransactions } from '#kernel/records/bank-transactions.ts'
import { customers } from '#kernel/records/customers.ts'
import { expenseVouchers } from '#kernel/records/expense-vouchers.ts'
import { invoices } from '#kernel/records/invoices.ts'
import { tableOf } from '#kernel/records/kept-items.ts'
import type { AnyRecord } from '#kernel/records/record.ts'
import {
  COMPANIES,
  type GeneratedRow,
  OURS,
  readModelsForThisFile,
  replaceRows,
  rowsOf,
} from '#test/support/generated-rows.ts'

// What a person's file and a search read, on rows that the tables may have, beside the same in plain code.

const RUNS = { numRuns: 20 }
const database = readModelsForThisFile()

const REFS = ['mine', 'mine before', 'another']
const ME: Person = {
  companyId: OURS,
  idNo: ' ab-1234567',
  personRefs: new Set(['mine', 'mine before']),
  questions: new Set(),
}
const MY_NUMBER = normalNumber(ME.idNo)
const people = {
  person_ref: REFS,
  customer_relation: ['AB1234567', 'ab 123-4567', '10000000146', null].map((idNo) => ({
    types: 'vekil',
    nameSurname: 'İğdır',
    idNo,
  })),
}
const byId = (one: GeneratedRow, other: GeneratedRow) =>
  String(one['id']) < String(other['id']) ? -1 : 1
const ours = (rows: readonly GeneratedRow[]) =>
  rows.filter((row) => row['company_id'] === OURS).toSorted(byId)

/** Of a plain model, what the descriptions say in SQL. */
const isShown = (record: AnyRecord, row: GeneratedRow) =>
  record.shown === undefined || row['visible'] === true

const ids = Array.from({ length: 8 }, (_, index) => index.toString(16).padStart(24, '0'))

test.each<AnyRecord>([customers, expenseVouchers, invoices, bankTransactions])(
  'details of $name: the person’s as they are now, the removed ones too, and nobody else’s',
  async (record) => {
    const { pool } = database()
    await fc.assert(
      fc.asyncProperty(rowsOf(tableOf(record), people), fc.subarray(ids), async (rows, named) => {
        await replaceRows(pool, { [record.name]: rows })
        const expected = ours(rows)
          .filter((row) => named.includes(String(row['id'])))
          .filter((row) => row['id_no'] === null || row['normal_number'] === MY_NUMBER)
          .map((row) => [row['id'], isShown(record, row) ? undefined : true])
        const found = await detailsOf(pool, ME, { record, ids: named })
        expect(found.map((one) => [Reflect.get(one, 'id'), Reflect.get(one, 'removed')])).toEqual(
          expected,
        )
      }),
      RUNS,
    )
  },
)

test('linked transactions are those of others, and of nobody in particular', async () => {
  const { pool } = database()
  const rows = rowsOf(tableOf(bankTransactions), people)
  await fc.assert(
    fc.asyncProperty(rows, fc.subarray(ids), async (transactions, named) => {
      await replaceRows(pool, { bank_transaction: transactions })
      const expected = ours(transactions)
        .filter((row) => named.includes(String(row['id'])))
        .filter((row) => !ME.personRefs.has(String(row['person_ref'])))
      const found = await linkedTransactions(pool, ME, named)
      expect(
        found.map(({ id, amount, transactionDate }) => [id, Number(amount), transactionDate]),
      ).toEqual(expected.map((row) => [row['id'], Number(row['amount']), row['transaction_date']]))
    }),
    RUNS,
  )
})

test('mentions are in accounts of others of the company, in any spelling', async () => {
  const { pool } = database()
  await fc.assert(
    fc.asyncProperty(rowsOf(tableOf(customers), people), async (accounts) => {
      await replaceRows(pool, { customer: accounts })
      const expected = ours(accounts).filter((row) => {
        const named: unknown = Object(row['customer_relation']).idNo
        return (
          typeof named === 'string' &&
          normalNumber(named) === MY_NUMBER &&
          row['normal_number'] !== MY_NUMBER
        )
      })
      const found = await mentionsOf(pool, ME)
      expect(found.map(({ customerId }) => customerId)).toEqual(expected.map(({ id }) => id))
    }),
    RUNS,
  )
})

test('a search finds what has the number, or no number and the person, in the companies asked', async () => {
  const { pool } = database()
  const source = sourceOf('customer')
  const companies = fc.subarray([...COMPANIES], { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(rowsOf(tableOf(customers), people), companies, async (accounts, asked) => {
      await replaceRows(pool, { customer: accounts })
      const lookup = { companies: asked, spellings: ['ab1234567'], numbers: [], persons: ['mine'] }
      const { rows } = await pool.query(lookupIn(source, lookup))
      const expected = accounts
        .filter((row) => asked.some((company) => company === row['company_id']))
        .flatMap((row) => {
          const isMine = row['id_no'] === null && row['person_ref'] === 'mine'
          const word = row['normal_number'] === MY_NUMBER ? 'idNo' : isMine ? 'person' : undefined
          return word === undefined ? [] : [[row['company_id'], row['id'], word].join()]
        })
      const found = rows.map(({ company_id, id, matched }) => [company_id, id, matched].join())
      expect(found).toEqual(expected.toSorted())
    }),
    RUNS,
  )
})
