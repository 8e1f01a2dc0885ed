import { Client } from 'pg'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { webhookCalls } from '#query/webhook-calls.ts'
import { published } from '#test/support/published.ts'
import { voucherRow } from './rows.ts'
import { idsIn, queryServiceForThisFile } from './service.ts'

const service = queryServiceForThisFile()
const publicly = (path: string) => fetch(`${service.address('baseUrl')}${path}`)

beforeAll(() => service.add('expense_voucher', [voucherRow(1)]))

test('the base address has links: a page for a browser, JSON for a program', async () => {
  const links = {
    docs: '/docs/',
    openapi: '/v1/openapi.json',
    console: '/console',
    audit: '/audit',
    health: '/health/ready',
  }

  expect(await (await publicly('/')).json()).toEqual({ name: 'Sarraf', links })
  const forBrowser = await fetch(service.address('baseUrl'), {
    headers: { accept: 'text/html,*/*;q=0.8' },
  })
  expect(forBrowser.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(forBrowser.headers.get('content-security-policy')).toContain("default-src 'none'")
  const html = await forBrowser.text()
  for (const link of Object.values(links)) expect(html).toContain(`<a href="${link}">`)
})

test('the OpenAPI document needs no credentials', async () => {
  const response = await publicly('/v1/openapi.json')

  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await response.json()).toEqual(
    JSON.parse(JSON.stringify({ ...published, 'x-webhooks': webhookCalls() })),
  )
})

test('the documentation page needs no credentials', async () => {
  const response = await publicly('/docs')

  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await response.text()).toMatch(/^<!doctype html>/)
})

test('the schemas of the records in Kafka need no credentials', async () => {
  const type = 'sarraf.expense-voucher.SmsSent.v1'
  const response = await publicly(`/schemas/${type}.json`)

  expect(response.headers.get('content-type')).toBe('application/schema+json; charset=utf-8')
  expect(await response.json()).toMatchObject({ $id: `urn:sarraf:schema:${type}`, title: type })
  expect((await publicly('/schemas/none.json')).status).toBe(404)
})

test('it is alive, ready and counted', async () => {
  expect(await (await publicly('/health/live')).json()).toEqual({ status: 'live' })
  expect(await (await publicly('/health/ready')).json()).toEqual({ status: 'ready' })
  await service.get('/v1/expenses')
  expect(await (await publicly('/metrics')).text()).toContain('route="/v1/expenses",status="200"')
})

test('without tables it is not ready, and says what is missing', async () => {
  await service.query('alter schema read_model rename to away')
  const response = await publicly('/health/ready')
  await service.query('alter schema away rename to read_model')

  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({ status: 'starting', missing: ['read models'] })
})

test('it survives the loss of the database, and recovers with it', async () => {
  const list = () => service.get('/v1/expenses')
  const { pathname } = new URL(service.address('databaseUrl'))
  const name = pathname.slice(1)
  const elsewhere = new URL(service.address('databaseUrl'))
  elsewhere.pathname = '/postgres'
  const administrator = new Client({ connectionString: elsewhere.href })
  await administrator.connect()
  onTestFinished(() => administrator.end())
  const lose = async (answering: boolean) => {
    await administrator.query(`alter database ${name} allow_connections ${answering}`)
    await administrator.query(
      'select pg_terminate_backend(pid, 10_000) from pg_stat_activity where datname = $1',
      [name],
    )
  }
  expect((await list()).status).toBe(200)

  await lose(false)
  await expect.poll(async () => (await list()).status).toBe(503)
  expect((await list()).body).toMatchObject({
    error: {
      code: 'INTERNAL_ERROR',
      details: [{ field: 'request', rule: 'unavailable', retryAfter: 1 }],
      message: expect.not.stringContaining(name),
    },
  })
  expect((await publicly('/health/ready')).status).toBe(503)
  expect((await publicly('/health/live')).status).toBe(200)

  await lose(true)
  await expect.poll(async () => (await list()).status).toBe(200)
  expect(idsIn(await list())).toHaveLength(1)
})

test('each answer of the documentation has a nonce of its own, which its scripts have too', async () => {
  const nonces = new Set<string>()
  for (let time = 0; time < 3; time++) {
    const response = await publicly('/docs/')
    const { headers } = response
    const body = await response.text()
    const [, nonce = 'none'] =
      /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '') ?? []
    const inPage = [...body.matchAll(/nonce="([^"]+)"/g)].map(([, found]) => found)
    expect(inPage.length).toBeGreaterThan(0)
    expect(new Set(inPage)).toEqual(new Set([nonce]))
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(3)
})
