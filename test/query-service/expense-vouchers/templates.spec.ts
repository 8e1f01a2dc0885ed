import { Type } from 'typebox'
import { beforeAll, expect, test } from 'vitest'
import { faultsOfAnswer } from '#test/support/published.ts'
import { DEALER, NEIGHBOUR, templateRow } from '../rows.ts'
import { queryServiceForThisFile, read } from '../service.ts'

const service = queryServiceForThisFile()
const place = { method: 'GET', path: '/v1/expenses/templates' }
const Templates = Type.Object({
  data: Type.Array(Type.Object({ key: Type.String(), isDefault: Type.Boolean() })),
})

async function templates(query = '', as = DEALER) {
  const answer = await service.get(`/v1/expenses/templates${query}`, { as })
  expect([answer.status, faultsOfAnswer(place, 200, answer.body)]).toEqual([200, []])
  return read(Templates, answer.body).data
}

const keys = async (query?: string, as?: string) =>
  (await templates(query, as)).map(({ key }) => key)

beforeAll(async () => {
  await service.add('template', [
    templateRow(1, { key: 'all', sort_order: 1, status_type: 'all', is_default: true }),
    templateRow(2, { key: 'z', sort_order: 3, is_default: true }),
    templateRow(3, { key: 'a', sort_order: 3, material: 'silver', type: 'exceptional' }),
    templateRow(4, { key: 'late default', sort_order: 9, is_default: true, material: 'usd' }),
    templateRow(5, { key: 'invoice', sort_order: 0, status_type: 'invoice', is_default: true }),
    templateRow(6, { key: 'passive', sort_order: 0, status_type: 'passive', is_default: true }),
    templateRow(7, { key: 'deleted', sort_order: 0, deleted: true, is_default: true }),
    templateRow(8, { key: 'other', company_id: NEIGHBOUR, status_type: 'all', is_default: true }),
  ])
  await service.add('price', [
    { company_id: DEALER, material: 'gold', price: '5312.8', at: '2026-11-20T09:00:00Z' },
    { company_id: NEIGHBOUR, material: 'silver', price: '66.6', at: '2026-11-20T09:00:00Z' },
  ])
})

test('templates that vouchers can be made from are listed by order, then key', async () => {
  expect(await keys()).toEqual(['all', 'a', 'z', 'late default'])
  expect(await keys('', NEIGHBOUR)).toEqual(['other'])
})

test.each<[query: string, found: string[]]>([
  ['material=silver', ['a']],
  ['material=gold', ['all', 'z']],
  ['type=exceptional', ['a']],
  ['type=auto', []],
  ['statusType=all', ['all']],
  ['statusType=expense', ['a', 'z', 'late default']],
  ['statusType=expense&material=gold', ['z']],
  ['page=2&pageSize=3', ['late default']],
  ['page=3&pageSize=3', []],
])('%s', async (query, found) => {
  expect(await keys(`?${query}`)).toEqual(found)
})

test('one template is the default: made for vouchers rather than for all, of the lowest order', async () => {
  const defaults = (await templates()).filter(({ isDefault }) => isDefault)
  const ofAll = await templates('?statusType=all')
  const ofNeighbour = await templates('', NEIGHBOUR)

  expect(defaults).toMatchObject([{ key: 'z' }])
  expect(ofAll).toMatchObject([{ key: 'all', isDefault: false }])
  expect(ofNeighbour).toMatchObject([{ key: 'other', isDefault: true }])
})

test('a template shows the list price of its material, 0 when there is none', async () => {
  const answer = await service.get('/v1/expenses/templates?statusType=expense&pageSize=2')

  expect(answer.body).toMatchObject({
    data: [
      {
        key: 'a',
        title: 'Külçe altın',
        lineName: 'Has altın',
        material: 'silver',
        unitType: 'GRM',
        type: 'exceptional',
        statusType: 'expense',
        isDefault: false,
        order: 3,
        exchange: 0,
      },
      { key: 'z', material: 'gold', exchange: 5312.8 },
    ],
    meta: { page: 1, limit: 2, total: 3, pages: 2 },
  })
})

test.each([
  ['filter[updatedSince]=2026-11-20', 'filter[updatedSince]', 'unsupported'],
  ['statusType=invoice', 'statusType', 'enum'],
  ['material=copper', 'material', 'enum'],
  ['filter[material]=gold', 'filter[material]', 'unknown'],
  ['sort=key', 'sort', 'unknown'],
])('%s is refused', async (query, field, rule) => {
  const { status, body } = await service.get(`/v1/expenses/templates?${query}`)

  expect(status).toBe(400)
  expect(body).toMatchObject({ error: { details: [{ field, rule }] } })
})
