import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { ask, callsAt, listIn, newShop, order, PATH } from '#test/support/kmts-queries.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Answer, type Api, apiAt, refusal } from '#test/support/system-client.ts'
import type { Dealer } from '#test/support/system-dealer.ts'

const system = systemForThisFile()

const many = (count: number, api: Api) => Array.from({ length: count }, () => ask(api, 'KMV-1'))
const countOf = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length

/** One more key of the same company. */
async function anotherKey({ companyId, import: importLines }: Dealer, name: string, url: string) {
  const credentials = { apiUserId: `${name}-${companyId}`, secretKey: `secret-${companyId}` }
  const validUntil = '2099-01-01T00:00:00Z'
  await importLines({ kind: 'apiKey', data: { ...credentials, validUntil } })
  return apiAt(url, credentials)
}

async function database(statement: string, values: readonly unknown[] = []) {
  const client = new Client({ connectionString: system.databaseUrl })
  await client.connect()
  await client.query(statement, [...values])
  await client.end()
}

const aMinuteGoesBy = () => database('update command.kmts_limit set expire = expire - 60000')

test('of thirty at once by one key, on two services, ten reach the register', async () => {
  const { api, credentials } = await newShop(system)
  const { url } = await anotherCommandService(system)
  const calls = (await callsAt(system)).length

  const answers = await Promise.all([...many(15, api), ...many(15, apiAt(url, credentials))])

  expect([countOf(answers, 201), countOf(answers, 429)]).toEqual([10, 20])
  expect(await callsAt(system)).toHaveLength(calls + 10)
  expect((await api.get(PATH)).meta?.total).toBe(10)
})

test('a query over the limit is refused with the time of the next one, even after a restart', async () => {
  const { api, credentials } = await newShop(system)
  const begun = performance.now()
  await Promise.all(many(10, api))

  const { url } = await anotherCommandService(system)
  const answer = await ask(apiAt(url, credentials), 'KMV-1')

  expect(answer.status).toBe(429)
  expect(answer.error?.code).toBe('KMTS_RATE_LIMITED')
  const retryAfter = Number(answer.headers['retry-after'])
  expect(retryAfter).toBeGreaterThanOrEqual(60 - Math.ceil((performance.now() - begun) / 1_000))
  expect(retryAfter).toBeLessThanOrEqual(60)
  expect(answer.error?.details).toEqual([
    { field: 'request', rule: 'rateLimit', retryAfter, retryable: true },
  ])

  await aMinuteGoesBy()
  expect((await ask(api, 'KMV-1')).status).toBe(201)
})

test('a company may query sixty times a minute with any keys, and a refused query does not count', async () => {
  const shop = await newShop(system)
  const keys = await Promise.all(
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => anotherKey(shop, name, system.baseUrl)),
  )
  const [last = shop.api, ...six] = keys
  // Sixty at once are too many to be recorded in time by a busy machine.
  for (const api of six) {
    expect(countOf(await Promise.all(many(10, api)), 201)).toBe(10)
  }

  const refused = await Promise.all(many(3, last))
  expect(countOf(refused, 429)).toBe(3)
  const { companyId } = shop
  await database('delete from command.kmts_limit where key = $1', [`company:${companyId}`])
  const then = await Promise.all(many(11, last))
  expect([countOf(then, 201), countOf(then, 429)]).toEqual([10, 1])

  const stranger = await newShop(system)
  expect((await ask(stranger.api, 'KMV-1')).status).toBe(201)
})

test('invalid and repeated requests do not count', async () => {
  const { api } = await newShop(system)
  const key = { 'idempotency-key': 'scan-1' }
  for (let count = 0; count < 12; count++) {
    expect((await ask(api, '')).status).toBe(400)
    expect((await ask(api, 'KMV-1', key)).status).toBe(201)
  }

  const answers = await Promise.all(many(10, api))
  expect([countOf(answers, 201), countOf(answers, 429)]).toEqual([9, 1])
})

test('a query that the register fails counts as any other', async () => {
  const { api } = await newShop(system)
  await order(system, 'error', { times: 10 })

  const answers = await Promise.all(many(12, api))

  expect([countOf(answers, 502), countOf(answers, 429)]).toEqual([10, 2])
})

test('a key of the longest name is counted', async () => {
  const shop = await newShop(system)
  const api = await anotherKey(shop, 'ü'.repeat(400), system.baseUrl)
  expect((await ask(api, 'KMV-1')).status).toBe(201)
})

test('a query that cannot be counted is not sent', async () => {
  const { api } = await newShop(system)
  const calls = await callsAt(system)
  await database('alter table command.kmts_limit rename to kmts_limit_away')
  const comeBack = () =>
    database('alter table if exists command.kmts_limit_away rename to kmts_limit')
  onTestFinished(comeBack)

  expect(refusal(await ask(api, 'KMV-1'))).toEqual([
    503,
    'KMTS_RATE_LIMIT_UNAVAILABLE',
    [{ field: 'request', rule: 'unavailable', retryAfter: 2, retryable: true }],
  ])

  expect(await callsAt(system)).toEqual(calls)
  expect(listIn(await api.get(PATH))).toEqual([])
  await comeBack()
  expect((await ask(api, 'KMV-1')).status).toBe(201)
})
