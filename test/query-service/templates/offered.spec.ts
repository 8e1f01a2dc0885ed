import { Type } from 'typebox'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEALER, NEIGHBOUR, templateRow } from '#test/query-service/rows.ts'
import { queryServiceForThisFile, read } from '#test/query-service/service.ts'
import { faultsOfAnswer } from '#test/support/published.ts'

const service = queryServiceForThisFile()
const Templates = Type.Object({
  data: Type.Array(Type.Object({ key: Type.String(), isDefault: Type.Boolean() })),
})

const inForce = (price: string) => ({ price, at: '2026-11-20T09:00:00.000Z' })

beforeAll(() =>
  service.add('price', [
    { company_id: DEALER, material: 'gold', in_force: inForce('5312.8'), to_come: [] },
    { company_id: NEIGHBOUR, material: 'silver', in_force: inForce('66.6'), to_come: [] },
  ]),
)

const purposes = [
  { path: '/v1/expenses/templates', own: 'expense', other: 'invoice', type: 'exceptional' },
  { path: '/v1/invoices/templates', own: 'invoice', other: 'expense', type: 'reason' },
]

describe.each(purposes)('the templates of $path', ({ path, own, other, type }) => {
  const place = { method: 'GET', path }

  async function templates(query = '', as = DEALER) {
    const answer = await service.get(`${path}${query}`, { as })
    expect([answer.status, faultsOfAnswer(place, 200, answer.body)]).toEqual([200, []])
    return read(Templates, answer.body).data
  }

  const keys = async (query?: string, as?: string) =>
    (await templates(query, as)).map(({ key }) => key)

  beforeAll(async () => {
    const ofOwn = { status_type: own, sort_order: 3 }
    const first = { sort_order: 0, is_default: true }
    await service.query('truncate read_model.template')
    await service.add('template', [
      templateRow(1, { key: 'all', sort_order: 1, status_type: 'all', is_default: true }),
      templateRow(2, { ...ofOwn, key: 'z', is_default: true }),
      templateRow(3, { ...ofOwn, key: 'a', material: 'silver', type }),
      templateRow(4, { ...ofOwn, key: 'late', sort_order: 9, is_default: true, material: 'usd' }),
      templateRow(5, { ...first, key: other, status_type: other }),
      templateRow(6, { ...first, key: 'passive', status_type: 'passive' }),
      templateRow(7, { ...first, key: 'deleted', status_type: own, deleted: true }),
      templateRow(8, {
        key: 'theirs',
        company_id: NEIGHBOUR,
        status_type: 'all',
        is_default: true,
      }),
    ])
  })

  test('are those that documents can be made from, by order, then key', async () => {
    expect(await keys()).toEqual(['all', 'a', 'z', 'late'])
    expect(await keys('', NEIGHBOUR)).toEqual(['theirs'])
  })

  test.each<[query: string, found: string[]]>([
    ['material=silver', ['a']],
    ['material=gold', ['all', 'z']],
    [`type=${type}`, ['a']],
    ['type=auto', []],
    ['statusType=all', ['all']],
    [`statusType=${own}`, ['a', 'z', 'late']],
    [`statusType=${own}&material=gold`, ['z']],
    ['page=2&pageSize=3', ['late']],
    ['page=3&pageSize=3', []],
  ])('%s', async (query, found) => {
    expect(await keys(`?${query}`)).toEqual(found)
  })

  test('have one default: made for these documents rather than for all, of the lowest order', async () => {
    const defaults = (await templates()).filter(({ isDefault }) => isDefault)

    expect(defaults).toMatchObject([{ key: 'z' }])
    expect(await templates('?statusType=all')).toMatchObject([{ key: 'all', isDefault: false }])
    expect(await templates('', NEIGHBOUR)).toMatchObject([{ key: 'theirs', isDefault: true }])
  })

  test('show the list price of their material, 0 when there is none', async () => {
    const answer = await service.get(`${path}?statusType=${own}&pageSize=2`)

    expect(answer.body).toMatchObject({
      data: [
        {
          key: 'a',
          title: 'Külçe altın',
          lineName: 'Has altın',
          material: 'silver',
          unitType: 'GRM',
          type,
          statusType: own,
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
    ['statusType=passive', 'statusType', 'enum'],
    ['material=copper', 'material', 'enum'],
    ['type=odd', 'type', 'enum'],
    ['filter[material]=gold', 'filter[material]', 'unknown'],
    ['sort=key', 'sort', 'unknown'],
    ['q=altin', 'q', 'unknown'],
    ['pageSize=1000', 'pageSize', 'maximum'],
  ])('refuse %s', async (query, field, rule) => {
    const { status, body } = await service.get(`${path}?${query}`)

    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { details: [{ field, rule }] } })
  })
})

test('templates for vouchers alone are offered for invoices on request, and not the other way round', async () => {
  const answer = await service.get('/v1/invoices/templates?statusType=expense')
  const refused = await service.get('/v1/expenses/templates?statusType=invoice')

  expect(read(Templates, answer.body).data).toMatchObject([{ key: 'expense', isDefault: false }])
  expect(refused.body).toMatchObject({
    error: { details: [{ field: 'statusType', rule: 'enum' }] },
  })
})
