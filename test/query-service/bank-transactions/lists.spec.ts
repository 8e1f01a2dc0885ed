import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEALER, idOf, MOMENT, NEIGHBOUR } from '#test/query-service/rows.ts'
import { idsIn, queryServiceForThisFile, totalOf } from '#test/query-service/service.ts'
import { ACCOUNTS, TRANSACTIONS } from '#test/support/banks.ts'
import { cover } from '#test/support/cover.ts'
import { asked, rowOf, transactions } from './transaction-rows.ts'

const service = queryServiceForThisFile()

test('for any query the list equals that of a plain model, page by page', async () => {
  const cases = cover('found', 'more than a page', 'nothing found')
  await cases.assert(
    fc.asyncProperty(
      transactions,
      fc.array(asked, { minLength: 6, maxLength: 6 }),
      fc.integer({ min: 4, max: 100 }),
      async (all, wishes, pageSize) => {
        await service.query('truncate read_model.bank_transaction')
        const strangers = all.map((each) => ({ ...rowOf(each), company_id: NEIGHBOUR }))
        await service.add('bank_transaction', [...all.map(rowOf), ...strangers.slice(5)])
        for (const { parameters, expected } of wishes) {
          const ids: (string | undefined)[] = []
          const wanted = expected(all)
          const pages = Math.max(1, Math.ceil(wanted.length / pageSize))
          for (let page = 1; page <= pages; page++) {
            const answer = await service.get(
              `${TRANSACTIONS}?${parameters.toString()}&page=${page}&pageSize=${pageSize}`,
            )
            expect([answer.status, totalOf(answer)]).toEqual([200, wanted.length])
            ids.push(...idsIn(answer))
          }
          expect(ids).toEqual(wanted)
          cases.count(wanted.length === 0 ? 'nothing found' : 'found')
          cases.count('more than a page', wanted.length > pageSize)
        }
      },
    ),
    { numRuns: 15, atLeast: 3 },
  )
})

test.each([
  ['sort=balance', 'sort', 'pattern'],
  ['sort=amount:up', 'sort', 'pattern'],
  ['filter[incoming]=1', 'filter[incoming]', 'type'],
  ['filter[status]=3', 'filter[status]', 'maximum'],
  ['filter[status]=-1', 'filter[status]', 'minimum'],
  ['filter[status]=x', 'filter[status]', 'type'],
  ['filter[masakStatus]=3', 'filter[masakStatus]', 'maximum'],
  ['filter[startDate]=2026-02-30', 'filter[startDate]', 'format'],
  ['filter[endDate]=2026-11-20T09:45:00', 'filter[endDate]', 'format'],
  ['filter[updatedSince]=x', 'filter[updatedSince]', 'format'],
  ['filter[stamp]=x', 'filter[stamp]', 'unknown'],
  ['status=1', 'status', 'unknown'],
  ['pageSize=0', 'pageSize', 'minimum'],
  ['pageSize=101', 'pageSize', 'maximum'],
  ['page=0', 'page', 'minimum'],
])('the list of transactions refuses ?%s', async (parameters, field, rule) => {
  expect(await service.get(`${TRANSACTIONS}?${parameters}`)).toMatchObject({
    status: 400,
    body: { error: { code: 'VALIDATION_FAILED', details: [{ field, rule }] } },
  })
})

const accountRow = (number: number, changes: object = {}) => ({
  company_id: DEALER,
  id: idOf(number),
  name: `Hesap ${number}`,
  name_sort: `hesap ${number}`,
  bank_code: '0062',
  iban: null,
  currency: 'TRY',
  bank: true,
  archived: false,
  active: true,
  integrated: true,
  last_queried_at: null,
  created_at: String(MOMENT + BigInt(number)),
  updated_at: String(MOMENT - BigInt(number)),
  ...changes,
})

test('accounts are filtered and sorted as requested, by their creation by default', async () => {
  await service.add('bank_account', [
    accountRow(1, { name_sort: 'c', archived: true }),
    accountRow(2, { name_sort: 'a', currency: 'USD', last_queried_at: '2026-11-20T09:45:00Z' }),
    accountRow(3, { name_sort: 'b', integrated: false, bank_code: '0064', iban: 'TR1' }),
    accountRow(4, { company_id: NEIGHBOUR }),
  ])
  const numbers = async (parameters = '') =>
    idsIn(await service.get(`${ACCOUNTS}?${parameters}`)).map((id) => parseInt(id ?? '', 16))

  expect(await numbers()).toEqual([1, 2, 3])
  expect(await numbers('sort=createdDate:desc')).toEqual([3, 2, 1])
  expect(await numbers('sort=updatedAt')).toEqual([3, 2, 1])
  expect(await numbers('sort=name:asc')).toEqual([2, 3, 1])
  expect(await numbers('filter[bankCode]=0064')).toEqual([3])
  expect(await numbers('filter[currency]=usd')).toEqual([2])
  expect(await numbers('filter[archived]=false')).toEqual([2, 3])
  expect(await numbers('filter[integrated]=false&filter[archived]=false')).toEqual([3])
  expect(await numbers('filter[updatedSince]=2026-11-20T09:44:59.999997Z')).toEqual([1, 2])
  expect(await numbers('pageSize=2&page=2')).toEqual([3])

  const account = await service.get(`${ACCOUNTS}/${idOf(2)}`)
  expect(account.body).toMatchObject({
    data: {
      id: idOf(2),
      name: 'Hesap 2',
      bankCode: '0062',
      iban: null,
      currency: 'USD',
      bank: true,
      archived: false,
      integrated: true,
      lastQueriedAt: '2026-11-20T09:45:00.000Z',
      createdDate: '2026-11-20T09:45:00.000002Z',
      updatedAt: '2026-11-20T09:44:59.999998Z',
    },
  })
  expect((await service.get(`${ACCOUNTS}/${idOf(4)}`)).status).toBe(404)
  expect((await service.get(`${ACCOUNTS}/${idOf(1)}`, { as: NEIGHBOUR })).status).toBe(404)
})

test.each([
  ['sort=iban', 'sort', 'pattern'],
  ['filter[archived]=yes', 'filter[archived]', 'type'],
  ['filter[bank]=true', 'filter[bank]', 'unknown'],
  ['q=garanti', 'q', 'unknown'],
])('the list of accounts refuses ?%s', async (parameters, field, rule) => {
  expect(await service.get(`${ACCOUNTS}?${parameters}`)).toMatchObject({
    status: 400,
    body: { error: { details: [{ field, rule }] } },
  })
})
