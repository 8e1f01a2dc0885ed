import { expect, test } from 'vitest'
import { systemForThisFile } from '#test/support/system.ts'
import { refusal } from '#test/support/system-client.ts'
import { LIST_PRICE, newDealer } from '#test/support/system-dealer.ts'
import { createdIn, manual, PERSON } from '#test/support/vouchers.ts'

const system = systemForThisFile()

test('a preview calculates like the voucher, creates nothing and takes no number', async () => {
  const dealer = await newDealer(system)
  await dealer.api.post('/v1/expenses', manual({ amount: 1000 }))
  const request = manual({ customerInfo: { nameSurname: 'Ayşe Yılmaz', states: 'İstanbul' } })

  const preview = await dealer.api.post('/v1/expenses/preview', request)

  expect(preview.status).toBe(200)
  expect(preview.headers).not.toHaveProperty('x-event-position')
  expect(preview.data).toEqual({
    source: 'manual',
    sourceId: null,
    amount: 65_559.95,
    exchanges: Number(LIST_PRICE),
    serial: 'GP',
    expectedNumber: 2,
    attribute: 'Has Altın',
    quantity: 12.34,
    price: Number(LIST_PRICE),
    unitName: 'Gram',
    template: {
      key: 'has-altin',
      title: 'Has altın alışı',
      lineName: 'Has Altın',
      material: 'gold',
    },
    customer: { taxNumber: PERSON, name: 'Ayşe Yılmaz', city: 'İstanbul' },
  })
  expect((await dealer.api.get('/v1/expenses')).meta?.total).toBe(1)
  expect(createdIn(await dealer.api.post('/v1/expenses', request)).number).toBe('2')
})

test('a preview knows nothing of drafts and duplicates', async () => {
  const { api } = await newDealer(system)

  const answer = await api.post(
    '/v1/expenses/preview',
    manual({ isDraft: true, allowDuplicate: true }),
  )

  expect(refusal(answer)).toEqual([
    400,
    'VALIDATION_FAILED',
    [
      { field: 'data.isDraft', rule: 'unknown' },
      { field: 'data.allowDuplicate', rule: 'unknown' },
    ],
  ])
})
