import { createServer } from 'node:http'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { scheduleUpdates } from '#command/sanction-lists/sources/scheduled-updates.ts'
import { sourceStatesIn } from '#command/sanction-lists/sources/source-states.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { closeServer } from '#kernel/platform/process/metrics.ts'
import { freePort } from '#stack/free-port.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { samplesAt } from '#test/support/samples.ts'
import { listOf } from '#test/support/sanction-lists.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { listServerForThisTest, publishing } from './list-server.ts'

const SOON = { timeout: LONGEST_WAIT_MS, interval: 20 }
const port = await freePort()

// Before the system: what it cannot fetch at its start it fetches half an hour later.
beforeAll(async () => {
  const server = createServer((request, response) => {
    if (request.url === '/pep.csv') response.end(listOf({ id: '1', name: 'Biri Uydurma' }))
    else response.writeHead(404).end()
  }).listen(port, '127.0.0.1')
  return () => closeServer(server)
})

const system = systemForThisFile({
  SANCTION_SOURCES: `pep=http://127.0.0.1:${port}/pep.csv wanted=http://127.0.0.1:${port}/wanted.csv`,
})

async function metric(name: string, list: string) {
  const samples = await samplesAt(system.baseUrl)
  return samples.find((one) => one.name === name && one.labels['list'] === list)?.value
}

test('a service fetches the lists of its sources, and its metrics show their state', async () => {
  await expect.poll(() => metric('sarraf_sanction_list_entries', 'pep'), SOON).toBe(1)
  await expect.poll(() => metric('sarraf_sanction_list_update_failing', 'wanted'), SOON).toBe(1)
  expect(await metric('sarraf_sanction_list_update_failing', 'pep')).toBe(0)
  expect(await metric('sarraf_sanction_list_age_seconds', 'pep')).toBeLessThan(60)
  expect(await metric('sarraf_sanction_list_age_seconds', 'wanted')).toBe(undefined)
})

test('of two instances one fetches a list, and neither does before it is due again', async () => {
  const server = await listServerForThisTest(publishing(listOf({ id: '2', name: 'İki Uydurma' })))
  const { databases, eventStoreUrl, vaultKey } = system
  const pool = openPool(databases.command, { logger: silentLogger, max: 4, name: 'test' })
  const states = await sourceStatesIn(pool)
  const order = {
    databaseUrl: databases.command,
    eventStoreUrl,
    vaultKey: Buffer.from(vaultKey, 'hex'),
    sources: [{ list: 'masak', url: server.url }] as const,
  }
  const looks = [0, 0]
  const instances = await Promise.all(
    looks.map((_, at) => {
      const all = () => {
        looks[at] = (looks[at] ?? 0) + 1
        return states.all()
      }
      const watched = { pool, states: { ...states, all }, logger: silentLogger, lookEveryMs: 20 }
      return scheduleUpdates({ ...order, ...watched })
    }),
  )
  onTestFinished(async () => {
    await Promise.all(instances.map((instance) => instance.close()))
    await pool.end()
  })
  const untilFetched = (requests: number) =>
    expect
      .poll(async () => [server.requests.length, (await states.all()).get('masak')], SOON)
      .toMatchObject([requests, { failure: null, isUnfinished: false }])
  await untilFetched(1)
  await pool.query(
    `update command.sanction_list_source set checked_at = now() - interval '5 hours'`,
  )
  const before = [...looks]
  const hasLookedTwice = () => looks.every((count, at) => count >= (before[at] ?? 0) + 2)
  await expect.poll(hasLookedTwice, SOON).toBe(true)
  expect(server.requests).toHaveLength(1)
  await pool.query(
    `update command.sanction_list_source set checked_at = now() - interval '6 hours'`,
  )
  await untilFetched(2)
  expect(server.requests[1]?.headers['if-none-match']).toBe('"1"')
})
