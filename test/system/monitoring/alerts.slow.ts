// @module-tag embedded-parts

import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { alertRules } from '#test/support/alerts/rules.ts'
import { HASTE } from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { folderForThisFile } from '#test/support/temporary-folder.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'
import { alertsOfDocuments } from './alerts-of-documents.ts'
import { alertsOfLists } from './alerts-of-lists.ts'
import { alertsOfMachines } from './alerts-of-machines.ts'
import { alertsOfReceivers } from './alerts-of-receivers.ts'
import { alertsOfServices } from './alerts-of-services.ts'
import { firing, SOON, scrape } from './firing.ts'
import { webhookService } from './webhook-service.ts'

const folder = await folderForThisFile('alerts')
const witness = join(folder, 'witness.ndjson')
const system = systemForThisFile({
  ...HASTE,
  NOTARY_KEY: randomBytes(32).toString('hex'),
  NOTARY_INTERVAL_SECONDS: '1',
  NOTARY_WITNESS: witness,
})

test('nothing fires while the system works', async () => {
  const webhooks = await webhookService(system)
  const { api } = await newDealer(system)
  createdIn(await api.post('/v1/expenses', manual()))
  async function usualWork() {
    const before = await scrape(system.baseUrl)
    await api.get('/v1/expenses')
    return firing(before, await scrape(system.baseUrl, webhooks))
  }
  await expect.poll(usualWork, SOON).toEqual([])
})

const scenarios = {
  ...alertsOfServices(system),
  ...alertsOfDocuments(system, witness),
  ...alertsOfLists(system),
  ...alertsOfReceivers(system),
  ...alertsOfMachines(system),
}

test('each alert is brought about here', () => {
  expect(Object.keys(scenarios).toSorted()).toEqual(alertRules.map(({ alert }) => alert).toSorted())
})

test.each(Object.entries(scenarios))('%s fires', async (_alert, bringAbout) => {
  expect.hasAssertions()
  await bringAbout()
})
