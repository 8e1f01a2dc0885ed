import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { DEALER, idOf, MOMENT, NEIGHBOUR, templateRow } from '#test/query-service/rows.ts'
import {
  deletionsIn,
  idsIn,
  queryServiceForThisFile,
  totalOf,
} from '#test/query-service/service.ts'
import { faultsOfAnswer } from '#test/support/published.ts'

const service = queryServiceForThisFile()
const ids = (...numbers: readonly number[]) => numbers.map(idOf)
const list = (query = '', as = DEALER) => service.get(`/v1/invoice-variables${query}`, { as })
const place = { method: 'GET', path: '/v1/invoice-variables' }

const named = (name: string, folded: string) => ({ line_name: name, line_name_folded: folded })

beforeAll(() =>
  service.add('template', [
    templateRow(1, {
      ...named('22 Ayar İşçilikli Bilezik', '22 ayar iscilikli bilezik'),
      status_type: 'all',
      sort_order: 7,
      exchange: '0.916',
      labor_disabled: false,
      labor_name: 'İşçilik',
      labor_type: 'perUnit',
      labor_amount: '120.5',
      stock_code: 'BLZ22',
      is_default: true,
      is_manual: true,
      words: ['bilezik', '22'],
      invoice_type: 'OZELMATRAH',
      exemption_code: '805',
      created_at: String(MOMENT - 5n),
    }),
    templateRow(2, { status_type: 'invoice', material: 'usd', unit_type: 'C62' }),
    templateRow(3, { updated_at: String(MOMENT + 2n) }),
    templateRow(4, { status_type: 'passive', is_default: true }),
    templateRow(5, { deleted: true, is_default: true, left_at: String(MOMENT - 7n) }),
    templateRow(6, { status_type: 'passive', deleted: true, left_at: String(MOMENT + 7n) }),
    templateRow(7, { company_id: NEIGHBOUR, ...named('50%_lik', '50%_lik') }),
  ]),
)

test('the company’s item templates are listed by their order, without passive and deleted ones', async () => {
  const answer = await list()

  expect(answer.status).toBe(200)
  expect(idsIn(answer)).toEqual(ids(2, 3, 1))
  expect(answer.body).toMatchObject({ meta: { page: 1, limit: 25, total: 3, pages: 1 } })
  expect(faultsOfAnswer(place, 200, answer.body)).toEqual([])
})

test('a template has every documented field, and no parameters of the calculation', async () => {
  const { body } = await list('?q=bilezik')

  expect(body).toMatchObject({
    data: [
      {
        id: idOf(1),
        key: 'key-1',
        title: 'Külçe altın',
        lineName: '22 Ayar İşçilikli Bilezik',
        material: 'gold',
        statusType: 'all',
        type: 'normal',
        exchange: 0.916,
        vatRate: 20,
        unitType: 'GRM',
        laborDisabled: false,
        laborName: 'İşçilik',
        laborType: 'perUnit',
        stockCode: 'BLZ22',
        isDefault: true,
        isManual: true,
        order: 7,
        words: ['bilezik', '22'],
        createdAt: '2026-11-20T09:44:59.999995Z',
        updatedAt: '2026-11-20T09:45:00.000000Z',
      },
    ],
  })
  expect(JSON.stringify(body)).not.toMatch(/labor_?amount|exemption|120\.5/i)
})

test.each<[query: string, found: number[]]>([
  ['filter[statusType]=all', [1]],
  ['filter[statusType]=invoice', [2]],
  ['filter[statusType]=expense', [3]],
  ['filter[statusType]=passive', [4]],
  ['filter[material]=usd', [2]],
  ['filter[material]=eur', []],
  ['filter[isDefault]=true', [1]],
  ['filter[isDefault]=false', [2, 3]],
  ['filter[isDefault]=true&filter[statusType]=passive', [4]],
  ['filter[updatedSince]=2026-11-20T09:45:00.000001Z', [3]],
  ['q=ISCILIK', [1]],
  ['q=22', [1]],
  ['q=%25', []],
  ['sort=order:desc', [1, 3, 2]],
  ['sort=createdAt', [1, 2, 3]],
  ['sort=updatedAt:desc', [3, 2, 1]],
])('%s', async (query, found) => {
  const answer = await list(`?${query}`)

  expect([answer.status, idsIn(answer), totalOf(answer)]).toEqual([
    200,
    ids(...found),
    found.length,
  ])
  expect(faultsOfAnswer(place, 200, answer.body)).toEqual([])
})

const left = { at: '2026-11-20T09:44:59.999993Z', of: 5 }
const leftLater = { at: '2026-11-20T09:45:00.000007Z', of: 6 }
const leftPassive = { at: '2026-11-20T09:45:00.000009Z', of: 8 }

test.each<[query: string, total: number, found: number[], deleted: (typeof left)[]]>([
  ['', 6, [2, 3, 5, 6, 1, 8], [left, leftLater, leftPassive]],
  ['&filter[updatedSince]=2026-11-20T09:45:00.000001Z', 2, [3, 8], [leftPassive]],
  ['&filter[isDefault]=true', 2, [5, 1], [left]],
  ['&filter[statusType]=expense', 2, [3, 5], [left]],
  ['&filter[statusType]=passive', 3, [4, 6, 8], [leftLater]],
  ['&q=ISCILIK', 1, [1], []],
  ['&sort=updatedAt:desc&pageSize=2', 6, [8, 3], [leftPassive]],
  ['&page=3&pageSize=2', 6, [1, 8], [leftPassive]],
  ['&page=4&pageSize=2', 6, [], []],
])(
  'filter[includeDeleted]=true%s lists what has left the list, too',
  async (query, total, found, deleted) => {
    await service.add('template', [
      templateRow(8, {
        status_type: 'passive',
        sort_order: 9,
        left_at: String(MOMENT + 9n),
        updated_at: String(MOMENT + 9n),
      }),
    ])
    onTestFinished(() => service.query(`delete from read_model.template where id = '${idOf(8)}'`))

    const answer = await list(`?filter[includeDeleted]=true${query}`)

    expect([answer.status, idsIn(answer), totalOf(answer)]).toEqual([200, ids(...found), total])
    expect(deletionsIn(answer)).toEqual(
      found.map((number) => deleted.find(({ of }) => of === number)?.at ?? null),
    )
    expect(faultsOfAnswer(place, 200, answer.body)).toEqual([])
  },
)

test('without the filter, or with false, no item has the member deletedAt', async () => {
  expect(deletionsIn(await list())).toEqual([])
  expect(await list('?filter[includeDeleted]=false')).toMatchObject({
    body: { meta: { total: 3 } },
  })
  expect(deletionsIn(await list('?filter[includeDeleted]=false'))).toEqual([])
})

test.each([
  ['filter[statusType]=deleted', 'filter[statusType]', 'enum'],
  ['filter[material]=copper', 'filter[material]', 'enum'],
  ['filter[isDefault]=1', 'filter[isDefault]', 'type'],
  ['material=gold', 'material', 'unknown'],
  ['sort=key', 'sort', 'pattern'],
  ['pageSize=0', 'pageSize', 'minimum'],
])('%s is refused', async (query, field, rule) => {
  const { status, body } = await list(`?${query}`)

  expect(status).toBe(400)
  expect(body).toMatchObject({ error: { details: [{ field, rule }] } })
})
