import { Type } from 'typebox'
import { beforeAll, expect, test } from 'vitest'
import { DEALER, NEIGHBOUR, templateRow } from '#test/query-service/rows.ts'
import { queryServiceForThisFile, read } from '#test/query-service/service.ts'
import { faultsOfAnswer } from '#test/support/published.ts'

const service = queryServiceForThisFile()
const place = { method: 'GET', path: '/v1/invoices/templates' }
const Templates = Type.Object({
  data: Type.Array(Type.Object({ key: Type.String(), isDefault: Type.Boolean() })),
})

async function templates(query = '', as = DEALER) {
  const answer = await service.get(`/v1/invoices/templates${query}`, { as })
  expect([answer.status, faultsOfAnswer(place, 200, answer.body)]).toEqual([200, []])
  return read(Templates, answer.body).data
}

const keys = async (query?: string, as?: string) =>
  (await templates(query, as)).map(({ key }) => key)

const invoice = { status_type: 'invoice' }

beforeAll(async () => {
  await service.add('template', [
    templateRow(1, { key: 'all', sort_order: 1, status_type: 'all', is_default: true }),
    templateRow(2, { ...invoice, key: 'z', sort_order: 3, is_default: true }),
    templateRow(3, { ...invoice, key: 'a', sort_order: 3, material: 'silver', type: 'reason' }),
    templateRow(4, { ...invoice, key: 'late', sort_order: 9, is_default: true, material: 'usd' }),
    templateRow(5, { key: 'expense', sort_order: 0, is_default: true }),
    templateRow(6, { key: 'passive', sort_order: 0, status_type: 'passive', is_default: true }),
    templateRow(7, { ...invoice, key: 'deleted', sort_order: 0, deleted: true, is_default: true }),
    templateRow(8, { key: 'other', company_id: NEIGHBOUR, status_type: 'all', is_default: true }),
  ])
  await service.add('price', [
    { company_id: DEALER, material: 'gold', price: '5312.8', at: '2026-11-20T09:00:00Z' },
    { company_id: NEIGHBOUR, material: 'silver', price: '66.6', at: '2026-11-20T09:00:00Z' },
  ])
})

test('templates that invoices can be made from are listed by order, then key', async () => {
  expect(await keys()).toEqual(['all', 'a', 'z', 'late'])
  expect(await keys('', NEIGHBOUR)).toEqual(['other'])
})

test.each<[query: string, found: string[]]>([
  ['material=silver', ['a']],
  ['material=gold', ['all', 'z']],
  ['type=reason', ['a']],
  ['type=auto', []],
  ['statusType=all', ['all']],
  ['statusType=invoice', ['a', 'z', 'late']],
  ['statusType=expense', ['expense']],
  ['statusType=invoice&material=gold', ['z']],
  ['page=2&pageSize=3', ['late']],
])('%s', async (query, found) => {
  expect(await keys(`?${query}`)).toEqual(found)
})

test('one template is the default: made for invoices rather than for all, of the lowest order', async () => {
  const defaults = (await templates()).filter(({ isDefault }) => isDefault)

  expect(defaults).toMatchObject([{ key: 'z' }])
  expect(await templates('?statusType=all')).toMatchObject([{ key: 'all', isDefault: false }])
  expect(await templates('?statusType=expense')).toMatchObject([{ isDefault: false }])
  expect(await templates('', NEIGHBOUR)).toMatchObject([{ key: 'other', isDefault: true }])
})

test('a template shows the list price of its material, 0 when there is none', async () => {
  const answer = await service.get('/v1/invoices/templates?statusType=invoice&pageSize=2')

  expect(answer.body).toMatchObject({
    data: [
      { key: 'a', material: 'silver', statusType: 'invoice', exchange: 0 },
      { key: 'z', material: 'gold', exchange: 5312.8 },
    ],
    meta: { page: 1, limit: 2, total: 3, pages: 2 },
  })
})

test.each([
  ['filter[updatedSince]=2026-11-20', 'filter[updatedSince]', 'unsupported'],
  ['statusType=passive', 'statusType', 'enum'],
  ['material=copper', 'material', 'enum'],
  ['type=other', 'type', 'enum'],
  ['filter[material]=gold', 'filter[material]', 'unknown'],
  ['sort=key', 'sort', 'unknown'],
])('%s is refused', async (query, field, rule) => {
  const { status, body } = await service.get(`/v1/invoices/templates?${query}`)

  expect(status).toBe(400)
  expect(body).toMatchObject({ error: { details: [{ field, rule }] } })
})
