import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createForm } from '#kernel/contract/customer-forms.ts'
import { route } from '#kernel/platform/http/route.ts'
import { httpServer } from '#kernel/platform/http/server.ts'
import { answerUnroutable } from '#kernel/platform/http/unroutable-requests.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { gatewayForThisTest, listenForThisTest } from '#test/support/upstream.ts'

const FORM = '{"data":{"idNo":"10000000146","nameSurname":"Ayşe Yılmaz"}}'
const MORE_THAN_A_MEBIBYTE = 'x'.repeat(1024 * 1024 + 1)

const servers = [
  ['the gateway', async () => gatewayForThisTest({ command: await service() })],
  ['a service', () => service()],
] as const

describe.each(servers)('%s answers within the error envelope', (_, server) => {
  test.each([
    [
      'headers that are too long',
      `GET /v1/customers HTTP/1.1\r\nhost: s\r\nx: ${'h'.repeat(20_000)}\r\n\r\n`,
    ],
    ['a request without a host', 'GET /v1/customers HTTP/1.1\r\nconnection: close\r\n\r\n'],
    [
      'an expectation that nobody meets',
      'POST /v1/customers HTTP/1.1\r\nhost: s\r\nexpect: tea\r\n\r\n',
    ],
    ['what is not HTTP', 'GET /v1/customers HTTP/1.1\r\nbad header\r\n\r\n'],
    ['what is not HTTP at all', '\u0016\u0003\u0001\r\n\r\n'],
  ])('%s', async (_what, request) => {
    expect(await answerTo(await server(), request)).toMatchObject({
      status: 400,
      body: { success: false, error: { code: 'VALIDATION_FAILED', message: expect.any(String) } },
    })
  })

  test.each([
    ['a tunnel', 'CONNECT elsewhere:443 HTTP/1.1\r\nhost: elsewhere\r\n\r\n'],
    ['a method without a route', raw('QUERY', '/v1/customers', '{}')],
    ['a method that nobody knows', raw('BREW', '/v1/customers', '{}')],
    ['a large body for no route', raw('POST', '/v1/nothing', MORE_THAN_A_MEBIBYTE)],
    [
      'a body of another kind for no route',
      raw('POST', '/v1/nothing', '<a/>', 'content-type: text/xml\r\n'),
    ],
  ])('%s, which is an unknown endpoint', async (_what, request) => {
    expect(await answerTo(await server(), request)).toMatchObject({
      status: 404,
      body: { success: false, error: { code: 'RESOURCE_NOT_FOUND', details: [] } },
    })
  })

  test('under the request’s own id where it is readable', async () => {
    const id = randomUUID()
    const ownId = `x-request-id: ${id}\r\n`
    for (const bytes of [
      `POST /v1/customers HTTP/1.1\r\nhost: s\r\nexpect: tea\r\n${ownId}\r\n`,
      `CONNECT elsewhere:443 HTTP/1.1\r\nhost: s\r\n${ownId}\r\n`,
      `GET /v1/customers HTTP/1.1\r\n${ownId}connection: close\r\n\r\n`,
    ]) {
      const answer = await answerTo(await server(), bytes)
      expect([answer.requestId, answer.body.traceId]).toEqual([id, id])
    }
  })
})

test('a request that never ends is refused within the error envelope', async () => {
  const impatient = { requestTimeout: 100, headersTimeout: 100, connectionsCheckingInterval: 20 }
  const server = createServer(impatient, (request) => request.resume())
  answerUnroutable(server)
  const url = await listenForThisTest(server, 0)

  for (const half of ['', 'host: s\r\ncontent-length: 9\r\n\r\nhalf']) {
    expect(await answerTo(url, `POST /v1/customers HTTP/1.1\r\n${half}`)).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_FAILED', details: [] } },
    })
  }
})

const utf16 = Buffer.from(FORM, 'utf16le')

test.each([
  ['another kind of JSON', { 'content-type': 'application/json-patch+json' }, FORM],
  ['UTF-16', { 'content-type': 'application/json; charset=utf-16' }, utf16],
  ['UTF-8 that claims to be Latin', { 'content-type': 'application/json;charset=latin1' }, FORM],
  ['compressed JSON', { 'content-encoding': 'gzip' }, gzipSync(FORM)],
  ['JSON that claims to be compressed', { 'content-encoding': 'br' }, FORM],
  ['a key twice', {}, FORM.replace('}', ',"idNo":"10000000146"}')],
])('a body is JSON in UTF-8, with every key once: not %s', async (_, headers, body) => {
  const answer = await send(headers, body)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    error: { code: 'VALIDATION_FAILED', details: [{ field: 'data', rule: 'json' }] },
  })
})

test.each([
  { 'content-type': 'application/json; charset=utf-8' },
  { 'content-type': 'application/json; charset="UTF-8"' },
  { 'content-type': 'Application/JSON' },
  { 'content-encoding': 'identity' },
])('%s is JSON in UTF-8', async (headers) => {
  expect((await send(headers, FORM)).status).toBe(201)
})

const send = async (headers: Readonly<Record<string, string>>, body: string | Buffer) =>
  fetch(`${await service()}/v1/customers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })

function serving() {
  const handle = () => Promise.resolve({ data: {} })
  const app = httpServer({
    logger: silentLogger,
    routes: [route(createForm, handle)],
    authenticate: () =>
      Promise.resolve({ companyId: 'c', apiUserId: 'desk', rights: ['customers'] }),
    missing: () => Promise.resolve([]),
  })
  onTestFinished(() => app.close())
  return app
}

const service = () => serving().listen({ port: 0, host: '127.0.0.1' })

function raw(method: string, path: string, body: string, headers = '') {
  const start = `${method} ${path} HTTP/1.1\r\nhost: s\r\nconnection: close\r\n${headers}`
  return `${start}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

interface Envelope {
  readonly traceId: string
}

/** What a server answers to these bytes. */
async function answerTo(url: string, bytes: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(bytes)
  const answer = await text(socket)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const envelope: Envelope = JSON.parse(body)
  expect(head.toLowerCase()).toContain('content-type: application/json')
  const requestId = /x-request-id: (\S+)/i.exec(head)?.[1]
  expect(envelope.traceId).toBe(requestId)
  return { status: Number(head.split(' ')[1]), requestId, body: envelope }
}
