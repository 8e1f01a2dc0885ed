import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { endpoints } from '#kernel/contract/endpoints.ts'
import { freePort } from '#stack/free-port.ts'
import { sendJson } from '#stack/gateway/answers.ts'
import { mergeMetrics } from '#stack/gateway/merged-metrics.ts'
import { serviceOf } from '#stack/gateway/routing.ts'
import { gatewayForThisTest, serveForThisTest } from '#test/support/upstream.ts'

const requestId = 'd3b07384-d9a0-4c1e-8f3a-9d1f7c1e2b3a'

test('every endpoint of the contract goes to the service that serves it', () => {
  for (const { method, path, service } of endpoints) {
    expect(serviceOf(method, path.replaceAll(/\{\w+\}/g, '65f000000000000000000001'))).toBe(service)
  }
})

test.each([
  ['GET', '/v1/openapi.json', 'query'],
  ['GET', '/', 'query'],
  ['GET', '/docs', 'query'],
  ['GET', '/schemas/sarraf.expense-voucher.state.v1.json', 'query'],
  ['GET', '/v1/expenses/65f0/e-document/status', 'command'],
  ['GET', '/v1/expenses/65f0/e-document/file', 'command'],
  ['HEAD', '/v1/expenses', 'command'],
  ['GET', '/audit', 'audit'],
  ['POST', '/audit/find', 'audit'],
  ['GET', '/console', 'audit'],
  ['POST', '/console/sign-in', 'audit'],
  ['POST', '/console/documents/expense-voucher/65f0/status', 'command'],
  ['GET', '/console/documents/expense-voucher/65f0/status', 'audit'],
  ['GET', '/auditors', 'query'],
])('%s %s goes to the %s service', (method, path, service) => {
  expect(serviceOf(method, path)).toBe(service)
})

test('a request and its answer of any size pass unchanged', async () => {
  const command = await serveForThisTest((request, response) => {
    response.writeHead(201, { 'x-event-position': '7', 'x-saw': JSON.stringify(request.headers) })
    request.pipe(response)
  })
  const gateway = await gatewayForThisTest({ command })
  const body = randomBytes(3_000_000)

  const answer = await fetch(`${gateway}/v1/expenses?page=1`, {
    method: 'POST',
    headers: { authorization: 'Basic ZGVtbzp4', 'x-request-id': requestId, te: 'trailers' },
    body,
  })

  expect(answer.status).toBe(201)
  expect(answer.headers.get('x-event-position')).toBe('7')
  expect(answer.headers.get('x-request-id')).toBe(requestId)
  expect(digest(Buffer.from(await answer.arrayBuffer()))).toBe(digest(body))
  const seen: unknown = JSON.parse(answer.headers.get('x-saw') ?? '')
  expect(seen).toMatchObject({ authorization: 'Basic ZGVtbzp4', 'x-request-id': requestId })
  expect(seen).toMatchObject({ 'x-forwarded-for': '127.0.0.1', host: new URL(gateway).host })
  expect(seen).not.toHaveProperty('te')
})

test('a write during a restart of the service is done once, a little later', async () => {
  const port = await freePort()
  const gateway = await gatewayForThisTest({ command: `http://127.0.0.1:${port}` })

  const answer = fetch(`${gateway}/v1/expenses`, { method: 'POST', body: '{"data":{}}' })
  expect((await fetch(`${gateway}/health/live`)).status).toBe(200)
  const arrived: string[] = []
  await serveForThisTest((request, response) => {
    request.on('data', (chunk) => arrived.push(String(chunk)))
    request.on('end', () => response.end('done'))
  }, port)

  expect(await (await answer).text()).toBe('done')
  expect(arrived).toEqual(['{"data":{}}'])
})

test('a write whose connection breaks is never repeated, and returns the error envelope', async () => {
  let arrived = 0
  const command = await serveForThisTest((request) => {
    arrived += 1
    request.socket.destroy()
  })
  const gateway = await gatewayForThisTest({ command })

  const answer = await fetch(`${gateway}/v1/expenses`, {
    method: 'POST',
    headers: { 'x-request-id': requestId },
    body: '{}',
  })

  expect(answer.status).toBe(503)
  expect(answer.headers.has('retry-after')).toBe(false)
  expect(answer.headers.get('x-request-id')).toBe(requestId)
  expect(await answer.json()).toEqual({
    success: false,
    error: {
      code: 'INTERNAL_ERROR',
      message: expect.stringContaining('look at the list'),
      details: [{ field: 'data', rule: 'unknown' }],
    },
    traceId: requestId,
  })
  expect(arrived).toBe(1)
})

/** How a service can fail a write that it was given, each of which proxies have taken for a reason to repeat it. */
const broken: Readonly<Record<string, (socket: Socket) => void>> = {
  'a connection that is closed': (socket) => socket.end(),
  'a connection that is reset': (socket) => socket.resetAndDestroy(),
  'an answer that is no HTTP': (socket) => socket.end('nonsense\r\n\r\n'),
  'an answer that breaks off in its headers': (socket) => socket.end('HTTP/1.1 201 Created\r\nx-'),
}

test.each(Object.keys(broken))(
  '%s is the unknown outcome of a write, with or without a body',
  async (how) => {
    let arrived = 0
    const command = await serveForThisTest((request) => {
      arrived += 1
      request.resume().once('end', () => broken[how]?.(request.socket))
    })
    const gateway = await gatewayForThisTest({ command })

    const writes = [{ method: 'DELETE' }, { method: 'POST' }, { method: 'POST', body: '{}' }]
    const fail = async (write: RequestInit) => {
      const answer = await fetch(`${gateway}/v1/expenses`, write)
      expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, false])
      expect(await answer.json()).toMatchObject({
        error: { code: 'INTERNAL_ERROR', details: [{ field: 'data', rule: 'unknown' }] },
      })
    }
    // Each answer comes two seconds late.
    await Promise.all(writes.map(fail))
    expect(arrived).toBe(3)
  },
)

test('the answer of a service to a write is passed on, also a 503', async () => {
  const command = await serveForThisTest((_request, response) => {
    response.setHeader('retry-after', '7')
    sendJson(response, 503, { error: { details: [{ retryAfter: 7 }] } })
  })
  const gateway = await gatewayForThisTest({ command })

  const answer = await fetch(`${gateway}/v1/expenses`, { method: 'POST', body: '{}' })

  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '7'])
  expect(await answer.json()).toEqual({ error: { details: [{ retryAfter: 7 }] } })
})

test('a read whose connection breaks is repeated once', async () => {
  let arrived = 0
  const query = await serveForThisTest((request, response) => {
    arrived += 1
    if (arrived === 1) request.socket.destroy()
    else response.end('second')
  })
  const gateway = await gatewayForThisTest({ query })

  expect(await (await fetch(`${gateway}/v1/expenses`)).text()).toBe('second')
})

test.each(['GET', 'POST'])('while a service is down, %s says when to try again', async (method) => {
  const gateway = await gatewayForThisTest({}, {}, { patienceMs: 0 })

  const answer = await fetch(`${gateway}/v1/expenses`, { method })

  expect(answer.status).toBe(503)
  const retryAfter = Number(answer.headers.get('retry-after'))
  expect(retryAfter).toBeGreaterThan(0)
  expect(await answer.json()).toMatchObject({
    error: {
      code: 'INTERNAL_ERROR',
      details: [{ field: 'request', rule: 'unavailable', retryAfter }],
    },
  })
})

test('a read whose connection breaks again says when to try again', async () => {
  const query = await serveForThisTest((request) => request.socket.destroy())
  const gateway = await gatewayForThisTest({ query })

  expect((await fetch(`${gateway}/v1/expenses`)).status).toBe(503)
})

test('a truncated response does not look complete', async () => {
  const query = await serveForThisTest((request, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('half', () => request.socket.destroy())
  })
  const gateway = await gatewayForThisTest({ query })

  await expect(fetch(`${gateway}/v1/expenses`).then((answer) => answer.text())).rejects.toThrow(
    'terminated',
  )
})

test('the base address is a page of the query service, and no other path is opened by it', async () => {
  const query = await serveForThisTest(({ url }, response) => response.end(`the page at ${url}`))
  const gateway = await gatewayForThisTest({ query })

  expect(await (await fetch(`${gateway}/`)).text()).toBe('the page at /')
  for (const path of ['//', '/nothing', '/metrics/']) {
    expect((await fetch(gateway + path)).status).toBe(404)
  }
})

test('unreadable HTTP is refused and affects no other caller', async () => {
  const query = await serveForThisTest((_request, response) => response.end('fine'))
  const gateway = await gatewayForThisTest({ query })

  const socket = connect(Number(new URL(gateway).port), '127.0.0.1')
  socket.end('GET / HTTP/1.1\r\nbad header\r\n\r\n')

  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 .*"code":"VALIDATION_FAILED"/s)
  expect(await (await fetch(`${gateway}/v1/expenses`)).text()).toBe('fine')
})

test('the gateway is ready when every service is, and names what is missing before', async () => {
  const projectionsPort = await freePort()
  let waitsFor = ['event store', 'stream invoice-1 at position 7']
  const gateway = await gatewayForThisTest({
    command: await serveForThisTest((_request, response) => {
      sendJson(response, waitsFor.length === 0 ? 200 : 503, { missing: waitsFor })
    }),
    query: await serveForThisTest((_request, response) => sendJson(response, 200, {})),
    projections: `http://127.0.0.1:${projectionsPort}`,
  })

  const starting = await fetch(`${gateway}/health/ready`)
  expect(starting.status).toBe(503)
  // Why is nothing that strangers learn.
  expect(await starting.json()).toEqual({ status: 'starting', missing: ['command', 'projections'] })
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
  const people = await fetch(`${gateway}/health/ready`, {
    headers: { accept, 'accept-language': 'tr' },
  })
  expect([people.status, people.headers.get('content-type')]).toEqual([
    503,
    'text/html; charset=utf-8',
  ])
  expect(await people.text()).toContain('<li>command</li><li>projections</li>')
  expect((await fetch(`${gateway}/health/live`)).status).toBe(200)

  waitsFor = []
  await serveForThisTest((_request, response) => sendJson(response, 200, {}), projectionsPort)
  expect((await fetch(`${gateway}/health/ready`)).status).toBe(200)
})

test('a feed that waits is named, and takes no traffic away', async () => {
  const fine = await serveForThisTest((_request, response) => sendJson(response, 200, {}))
  const services = { command: fine, query: fine, projections: fine }
  let missing = ['feed: waiting: Kafka is away']
  const feed = await serveForThisTest((_request, response) => {
    sendJson(response, missing.length === 0 ? 200 : 503, { missing })
  })
  const answerOf = async (saysReasons: boolean) => {
    const gateway = await gatewayForThisTest(services, { feed, saysReasons })
    const answer = await fetch(`${gateway}/health/ready`)
    return [answer.status, await answer.json()]
  }
  expect(await answerOf(false)).toEqual([200, { status: 'ready', warnings: ['feed'] }])
  expect(await answerOf(true)).toEqual([200, { status: 'ready', warnings: missing }])
  missing = []
  expect(await answerOf(true)).toEqual([200, { status: 'ready' }])
})

test('the metrics of all services make one page that describes each metric once', () => {
  expect(mergeMetrics([metricsOf('command'), '', metricsOf('query')])).toBe(
    [
      '# HELP up Alive.',
      '# TYPE up gauge',
      'up{service="command"} 1',
      'up{service="query"} 1',
      '# HELP command_n N.',
      'command_n 2',
      '# HELP query_n N.',
      'query_n 2',
      '',
    ].join('\n'),
  )
})

test('a caller without a valid request id gets a new one, which the service receives too', async () => {
  const query = await serveForThisTest((request, response) => {
    response.end(request.headers['x-request-id'])
  })
  const gateway = await gatewayForThisTest({ query })

  const answer = await fetch(`${gateway}/v1/expenses`, { headers: { 'x-request-id': 'mine' } })

  const made = answer.headers.get('x-request-id') ?? ''
  expect(made).toHaveLength(randomUUID().length)
  expect(await answer.text()).toBe(made)
})

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const metricsOf = (service: string) => `# HELP up Alive.
# TYPE up gauge
up{service="${service}"} 1

# HELP ${service}_n N.
${service}_n 2
`
