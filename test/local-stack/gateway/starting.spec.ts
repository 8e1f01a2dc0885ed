import { expect, test } from 'vitest'
import { gatewayForThisTest, serveForThisTest } from '#test/support/upstream.ts'

test('until the start is over no service is asked, and every caller has to come again', async () => {
  const asked: string[] = []
  const service = await serveForThisTest(({ url }, response) => {
    asked.push(url ?? '')
    response.end('served')
  })
  let starting: readonly string[] = ['start']
  const services = { command: service, query: service }
  const gateway = await gatewayForThisTest(
    services,
    { audit: service },
    { starting: () => starting },
  )
  const body = JSON.stringify({ data: {} })
  const calls = [
    () => fetch(`${gateway}/v1/expenses`),
    () => fetch(`${gateway}/v1/expenses`, { method: 'POST', body }),
    () => fetch(`${gateway}/audit/sign-in`, { method: 'POST', body }),
    () => fetch(`${gateway}/docs`),
  ]

  for (const call of calls) {
    const answer = await call()
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await answer.json()).toMatchObject({
      error: {
        code: 'INTERNAL_ERROR',
        message: 'The system is starting, and nothing was changed. Try again later.',
        details: [{ field: 'request', rule: 'unavailable', retryAfter: 2 }],
      },
    })
  }
  const inTurkish = await fetch(`${gateway}/v1/expenses`, { headers: { 'accept-language': 'tr' } })
  expect(inTurkish.headers.get('content-language')).toBe('tr')
  expect(await inTurkish.json()).toMatchObject({
    error: {
      message: 'Sistem başlatılıyor; hiçbir şey değiştirilmedi. Daha sonra yeniden deneyin.',
    },
  })
  expect(asked).toEqual([])
  expect((await fetch(`${gateway}/health/live`)).status).toBe(200)

  starting = []
  for (const call of calls) expect(await (await call()).text()).toBe('served')
  expect(asked).toHaveLength(calls.length)
})

test('what refuses a part is said where the system is not ready, and takes no traffic away', async () => {
  const ready = await serveForThisTest((_, response) => response.end('{"status":"ready"}'))
  const waiting = () => ['eventStore: DATABASE_URL: the server is a standby']
  const missingWith = async (services: object) => {
    const settings = { saysReasons: true }
    const gateway = await gatewayForThisTest(services, settings, { waiting })
    const answer = await fetch(`${gateway}/health/ready`)
    return [answer.status, await answer.json()]
  }
  const all = { command: ready, query: ready, projections: ready }

  expect(await missingWith(all)).toEqual([200, { status: 'ready' }])
  expect(await missingWith({ query: ready, projections: ready })).toEqual([
    503,
    { status: 'starting', missing: ['command', ...waiting()] },
  ])
})
