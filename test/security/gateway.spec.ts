import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { IncomingMessage } from 'node:http'
import { connect, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { httpServer } from '#kernel/platform/http/server.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { createMetrics } from '#kernel/platform/process/metrics.ts'
import { clientOf } from '#stack/gateway/client.ts'
import { gatewayForThisTest } from '#test/support/upstream.ts'
import { countedMs } from '#test/support/within.ts'

const METRICS_ELSEWHERE = { metricsPort: 9_090 }
const CONNECTIONS = 2_000

test.each([
  '/%6detrics',
  '/metric%73?x=1',
  '//metrics',
  '/v1/../metrics',
  '/metrics;/v1/',
  'http://sarraf/metrics',
  'http://sarraf/%6detrics',
  '/%zz/metrics',
])('metrics with their own port cannot be read by %s', async (target) => {
  const gateway = await gatewayForThisTest({ query: await queryService() }, METRICS_ELSEWHERE)
  const socket = await opened(gateway)
  socket.write(`GET ${target} HTTP/1.1\r\nhost: sarraf\r\nconnection: close\r\n\r\n`)

  const answer = await text(socket)

  expect(answer).toMatch(/^HTTP\/1\.1 404 /)
  expect(answer).not.toContain('process_cpu')
})

test('equivalent spellings of a path are the same path', async () => {
  const gateway = await gatewayForThisTest({ query: await queryService() })
  expect((await fetch(`${gateway}/d%6fcs`)).status).toBe(200)
})

test.each([
  ['headers', 'GET /docs HTTP/1.1\r\nhost: sarraf\r\nx-half: o'],
  ['bodies', 'POST /docs HTTP/1.1\r\nhost: sarraf\r\ncontent-length: 9\r\n\r\nhalf'],
])('callers who never finish their %s do not block other callers', async (_, half) => {
  const query = await queryService()
  const gateway = await gatewayForThisTest({ query, command: query })
  const waiting: Socket[] = []
  for (let some = 0; some < CONNECTIONS; some += 100) {
    const sockets = await Promise.all(Array.from({ length: 100 }, () => opened(gateway)))
    for (const socket of sockets) socket.resume().write(half)
    waiting.push(...sockets)
  }

  for (let request = 0; request < 5; request++) {
    expect((await fetch(`${gateway}/docs`)).status).toBe(200)
  }
  // Who is blocked waits until all of them are given up.
  expect(waiting.some(({ destroyed }) => !destroyed)).toBe(true)
})

test('a client that vanishes in the middle of a body does not delay a shutdown', async () => {
  const { server, url } = await started()
  const socket = await opened(url)
  const arrived = once(server.server, 'request')
  socket.write(
    `POST /docs HTTP/1.1\r\nhost: sarraf\r\nx-request-id: ${randomUUID()}\r\n` +
      'content-type: application/json\r\ncontent-length: 1000\r\n\r\n{"data"',
  )
  await arrived
  socket.destroy()

  const tookMs = countedMs()
  await server.close()
  expect(tookMs()).toBeLessThan(2_000)
})

test('a request whose connection is gone has no client, so no service is asked for it', () => {
  expect(clientOf([])(new IncomingMessage(new Socket()))).toBeUndefined()
})

const queryService = async () => (await started()).url

/** With a page, a command that takes a body, and its metrics at the same port. */
async function started() {
  const page = { path: '/docs', contentType: 'text/html', body: () => 'the documentation' }
  const server = httpServer({
    logger: silentLogger,
    routes: [],
    authenticate: () => Promise.reject(new Error('no credentials exist here')),
    registry: createMetrics('query'),
    missing: () => Promise.resolve([]),
    pages: [page],
  })
  server.post('/docs', () => 'done')
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => server.close())
  return { server, url }
}

async function opened(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}
