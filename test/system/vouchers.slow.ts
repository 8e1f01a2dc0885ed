// @module-tag embedded-parts

import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { noMacs } from '#test/support/no-macs.ts'
import { isAlive, placeForStacks, stopInTime } from '#test/support/running-stack.ts'
import { apiAt, refusal } from '#test/support/system-client.ts'
import { createdIn, detailIn, manual } from '#test/support/vouchers.ts'

const run = promisify(execFile)

const companyId = '65f0000000000000000000c1'
const credentials = { apiUserId: 'kasa-1', secretKey: 'çok gizli ve uzun bir anahtar' }

const lines = [
  { kind: 'company', data: { id: companyId, title: 'Sarraf Ltd.', taxNumber: '4840847211' } },
  { kind: 'companySettings', data: { companyId, expense: { serial: 'GP' } } },
  { kind: 'apiKey', data: { companyId, ...credentials, validUntil: '2099-01-01T00:00:00Z' } },
  { kind: 'price', data: { companyId, material: 'gold', price: '5900.00' } },
  {
    kind: 'template',
    data: {
      companyId,
      id: '65f0000000000000000000d1',
      key: 'hurda-22',
      title: '22 ayar hurda',
      lineName: '22 Ayar Hurda Altın',
      material: 'gold',
      unitType: 'GRM',
      exchange: '0.916',
      isDefault: true,
    },
  },
]

test('after a stop and a start all data of the day is there, and work continues', async () => {
  const place = await placeForStacks()
  const day = await place.start({ DEMO: 'false' })
  const file = join(place.folder, 'shop.ndjson')
  await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'))
  const importShop = () =>
    run(process.execPath, ['operator/main.ts', 'import', file], {
      env: { ...process.env, DATA_DIR: place.folder },
    })
  expect(JSON.parse((await importShop()).stdout)).toEqual({ imported: 5, unchanged: 0 })
  expect(JSON.parse((await importShop()).stdout)).toEqual({ imported: 0, unchanged: 5 })

  const shop = apiAt(day.baseUrl, credentials)
  const key = { 'idempotency-key': 'till-1/0001' }
  const first = await shop.post('/v1/expenses', manual(), key)
  const draft = createdIn(await shop.post('/v1/expenses', manual({ amount: 700, isDraft: true })))
  const voucher = createdIn(first)
  expect([voucher.number, draft.number]).toEqual(['1', null])
  const shown = detailIn(await shop.get(`/v1/expenses/${voucher.id}`))
  await expectTraceable((await place.stackFile()).eventStoreUrl, voucher.id, first.requestId)
  const { pids } = await place.stackFile()
  await stopInTime(day)
  expect(Object.values(pids).filter(isAlive)).toEqual([])
  expect(place.isRunning()).toBe(false)

  const nextDay = await place.start({ DEMO: 'false' })
  expect(nextDay.baseUrl).toBe(day.baseUrl)
  const again = apiAt(nextDay.baseUrl, credentials)
  expect(detailIn(await again.get(`/v1/expenses/${voucher.id}`))).toEqual(shown)
  const repeated = await again.post('/v1/expenses', manual(), key)
  expect(repeated.headers['idempotency-hit']).toBe('true')
  expect(createdIn(repeated)).toEqual(voucher)
  expect(createdIn(await again.post('/v1/expenses', manual({ amount: 800 }))).number).toBe('2')
  expect((await again.delete(`/v1/expenses/${draft.id}`)).status).toBe(200)
  expect(refusal(await again.delete(`/v1/expenses/${voucher.id}`))).toEqual([409, 'CONFLICT', []])
  expect((await again.get('/v1/expenses')).meta?.total).toBe(2)
})

/** Whatever a request did can be found by the id that its caller was told. */
async function expectTraceable(url: string, voucherId: string, requestId: string | undefined) {
  const eventStore = connectEventStore({ url, logger: silentLogger, macs: noMacs })
  try {
    const events = await eventStore.readStream(`expenseVoucher-${voucherId}`, { maxCount: 10 })
    expect(events.map(({ type }) => type)).toEqual([
      'VoucherDrafted',
      'FinalizationRequested',
      'VoucherFinalized',
    ])
    for (const { metadata } of events) expect(metadata).toMatchObject({ requestId })
  } finally {
    await eventStore.close()
  }
}
