import { randomBytes } from 'node:crypto'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { exposeDifferences } from '#audit/verification/nightly.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { createFeedMetrics, exposeStatus } from '#publishing/kafka/metrics.ts'
import { webhookMetrics } from '#publishing/webhooks/metrics.ts'
import { freePort } from '#stack/free-port.ts'
import { dashboardQueries } from '#test/support/alerts/dashboard.ts'
import { metricsIn } from '#test/support/alerts/promql.ts'
import { alertRules } from '#test/support/alerts/rules.ts'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { ask, newShop, order, PATH } from '#test/support/kmts-queries.ts'
import { samplesAt } from '#test/support/samples.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { apiAt } from '#test/support/system-client.ts'

const system = systemForThisFile({ NOTARY_KEY: randomBytes(32).toString('hex') })

test('a call at a provider is counted by operation and outcome, a request by its route', async () => {
  const { api } = await newShop(system)
  const counted = async (name: string, labels: object) =>
    (await samplesAt(system.baseUrl))
      .filter((sample) => sample.name === name)
      .filter((sample) => Object.entries(labels).every(([key, is]) => sample.labels[key] === is))
      .reduce((sum, { value }) => sum + value, 0)
  const calls = (outcome: string) =>
    counted('sarraf_provider_call_seconds_count', {
      provider: 'kmts',
      operation: 'query',
      outcome,
    })
  const before = [await calls('2xx'), await calls('5xx')]

  await ask(api, 'KMV-1')
  await order(system, 'error')
  const failed = await ask(api, 'KMV-2')
  await api.get(`${PATH}/${failed.error?.details[0]?.['verificationId']}`)

  expect([await calls('2xx'), await calls('5xx')]).toEqual(before.map((count) => count + 1))
  expect(await counted('sarraf_kmts_queries_total', { limit: 'permitted' })).toBe(2)
  const ofRoute = { method: 'GET', route: `${PATH}/:id`, status: '200' }
  expect(await counted('http_request_duration_seconds_count', ofRoute)).toBe(1)
})

test('a service with a port for metrics counts requests there, and shows nothing on its own port', async () => {
  const metricsPort = await freePort()
  const { credentials } = await newShop(system)
  const { url } = await anotherCommandService(system, { METRICS_PORT: String(metricsPort) })

  expect((await ask(apiAt(url, credentials), 'KMV-1')).status).toBe(201)

  const samples = await samplesAt(`http://127.0.0.1:${metricsPort}`)
  const requests = samples.find(({ name }) => name === 'http_request_duration_seconds_count')
  expect(requests).toMatchObject({ labels: { route: PATH }, value: 1 })
  expect((await fetch(`${url}/metrics`)).status).toBe(404)
})

test('each metric in the alert rules and on the dashboard exists', async () => {
  const feed = new Registry()
  createFeedMetrics(feed)
  exposeStatus(feed, { status: () => undefined, headOfLog: () => Promise.resolve(START_OF_LOG) })
  const webhooks = new Registry()
  webhookMetrics(webhooks, async () => [])
  const audit = new Registry()
  exposeDifferences(audit, async () => undefined)
  const ofSystem = await (await fetch(`${system.baseUrl}/metrics`)).text()
  const pages = [ofSystem, await feed.metrics(), await webhooks.metrics(), await audit.metrics()]
  const exposed = new Set(pages.flatMap(namesIn))

  const queries = [...alertRules, ...dashboardQueries]
  expect(queries.length).toBeGreaterThan(alertRules.length)
  for (const { expr } of queries) {
    for (const name of metricsIn(expr)) expect(exposed).toContain(name)
  }
})

/** A histogram is exposed as three metrics. */
const namesIn = (page: string) =>
  [...page.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  )
