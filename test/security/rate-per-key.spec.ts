import { expect, test } from 'vitest'
import { sarraf } from '#client/main.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Answer, type Api, apiAt } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'

const PER_SECOND = 2
const BURST = 8
const system = systemForThisFile({ RATE_PER_KEY: String(PER_SECOND) })

const LIST = '/v1/customers'
const many = (count: number, send: () => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, send))
const countOf = (answers: readonly Answer[], wanted: number) =>
  answers.filter(({ status }) => status === wanted).length

/** Until the key's next request would be refused. */
async function exhausted(api: Api) {
  const answers = await many(BURST + 72, () => api.get(LIST))
  expect(countOf(answers, 429)).toBeGreaterThan(0)
  return answers
}

test.each([
  ['reads', (api: Api) => api.get(LIST), 200],
  ['writes', (api: Api) => api.post('/v1/expenses', {}), 400],
])(
  '%s of one key above its rate are refused, with the time to wait',
  async (_what, send, usual) => {
    const { api } = await newDealer(system)
    const begun = performance.now()
    const answers = await many(BURST + 72, () => send(api))
    const seconds = (performance.now() - begun) / 1_000

    const served = countOf(answers, usual)
    expect(served).toBeGreaterThanOrEqual(BURST)
    expect(served).toBeLessThanOrEqual(BURST + PER_SECOND * seconds + 1)
    expect(served + countOf(answers, 429)).toBe(answers.length)
    const refused = answers.find(({ status }) => status === 429)
    const retryAfter = Number(refused?.headers['retry-after'])
    expect([refused?.error?.code, retryAfter]).toEqual(['RATE_LIMITED', 1])
    expect(refused?.error?.details).toEqual([{ field: 'request', rule: 'rateLimit', retryAfter }])

    await expect.poll(async () => (await send(api)).status).toBe(usual)
  },
)

test('others are served while one key is refused', async () => {
  const greedy = await newDealer(system)
  const other = await newDealer(system)
  const flood = exhausted(greedy.api)
  const served = await many(BURST, () => other.api.get(LIST))
  expect(countOf(served, 200)).toBe(BURST)
  await flood
})

test('who does not know the secret takes nothing of the rate', async () => {
  const { api, credentials } = await newDealer(system)
  // Once it was right, no guesses hold it up.
  expect((await api.get(LIST)).status).toBe(200)
  const thief = apiAt(system.baseUrl, { ...credentials, secretKey: 'not the secret' })
  await many(BURST + 72, () => thief.get(LIST))
  expect(countOf(await many(BURST - 1, () => api.get(LIST)), 200)).toBe(BURST - 1)
})

test('the client waits for so long, and its caller notices nothing', async () => {
  const { api, credentials } = await newDealer(system)
  await exhausted(api)
  const client = sarraf({ baseUrl: system.baseUrl, ...credentials })
  const { response } = await client.GET('/v1/customers')
  expect(response.status).toBe(200)
})

test('what needs no key has no rate', async () => {
  const answers = await Promise.all(
    Array.from({ length: BURST + 72 }, () => fetch(`${system.baseUrl}/health/live`)),
  )
  expect(answers.every(({ ok }) => ok)).toBe(true)
})
