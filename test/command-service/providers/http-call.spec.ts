import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type HttpCall, httpCall, jsonCall } from '#command/providers/http-call.ts'
import { freePort } from '#stack/free-port.ts'
import {
  answering,
  type Behaviour,
  breakingOff,
  hanging,
  providerForThisTest,
  resetting,
  stalling,
} from './provider.ts'

const requestId = '0b7f5a52-8f6e-4b58-9f39-0d5f3d2b6a01'

test('a call carries the account, the request id and the body', async () => {
  const { url, received } = await providerForThisTest(answering(200, { fine: true }))
  const account = { user: 'örnek', secret: 'gizli:1' }
  const headers = { 'x-environment': 'test' }
  const call = callTo(url, { account, headers, body: { name: 'Işık' } })
  expect(await jsonCall(call)).toEqual({ kind: 'answered', status: 200, body: { fine: true } })
  expect(received).toMatchObject([
    {
      method: 'POST',
      path: '/',
      body: '{"name":"Işık"}',
      headers: {
        authorization: `Basic ${Buffer.from('örnek:gizli:1').toString('base64')}`,
        'x-request-id': requestId,
        'x-environment': 'test',
        'content-type': 'application/json; charset=utf-8',
      },
    },
  ])
})

test('without an account, or with an empty one, there is no Authorization header', async () => {
  const { url, received } = await providerForThisTest(answering(200, {}))
  await jsonCall(callTo(url, { method: 'GET' }))
  await jsonCall(callTo(url, { method: 'GET', account: { user: null, secret: null } }))
  expect(received.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined])
})

test.each([200, 204, 301, 307, 400, 401, 408, 421, 425, 429, 500, 503])(
  'an answer with status %i is returned as it is, and the call is not repeated',
  async (status) => {
    const { url, received } = await providerForThisTest((_request, response) => {
      response.writeHead(status, {
        location: '/elsewhere',
        'retry-after': '0',
        'www-authenticate': 'Basic realm="x"',
      })
      response.end()
    })
    const answer = await jsonCall(callTo(url, { method: 'PUT', body: {} }))
    expect(answer).toEqual({ kind: 'answered', status, body: undefined })
    expect(received).toHaveLength(1)
  },
)

test.each<[string, Behaviour, string]>([
  ['resets the connection', resetting, 'CONNECTION'],
  ['breaks off in the middle of its answer', breakingOff, 'CONNECTION'],
  ['does not answer', hanging, 'TIMEOUT'],
  ['does not end its answer', stalling, 'TIMEOUT'],
])(
  'a server that %s has received the call once, and the outcome is unknown',
  async (_what, behave, errorCode) => {
    const { url, received } = await providerForThisTest(behave)
    const timeoutMs = errorCode === 'TIMEOUT' ? 600 : 60_000
    for (const method of ['GET', 'PUT', 'DELETE', 'POST'] as const) {
      const answer = await jsonCall(callTo(url, { method, body: {}, timeoutMs }))
      expect(answer).toMatchObject({ kind: 'unknown', errorCode })
    }
    expect(received.map(({ method }) => method)).toEqual(['GET', 'PUT', 'DELETE', 'POST'])
  },
)

test('a connection is reused, and a call on a broken one is not sent twice', async () => {
  let count = 0
  const { url, received, connections } = await providerForThisTest((request, response) => {
    count += 1
    if (count === 3) request.socket.resetAndDestroy()
    else answering(200, {})(request, response)
  })
  const outcomes = []
  for (const method of ['GET', 'PUT', 'GET'] as const) {
    outcomes.push(await jsonCall(callTo(url, { method })))
  }
  expect(outcomes.map(({ kind }) => kind)).toEqual(['answered', 'answered', 'unknown'])
  expect(received).toHaveLength(3)
  expect(connections()).toBe(1)
  expect(await jsonCall(callTo(url))).toMatchObject({ kind: 'answered' })
  expect(received).toHaveLength(4)
})

test('a call on a connection that the server closes is lost or sent once, never twice', async () => {
  const { url, received } = await providerForThisTest((request, response) => {
    answering(200, {})(request, response)
    response.once('finish', () => request.socket.destroySoon())
  })
  for (let call = 1; call <= 20; call += 1) {
    const before = received.length
    const { kind } = await jsonCall(callTo(url, { method: 'GET' }))
    expect(kind === 'answered' ? [1] : [0, 1]).toContain(received.length - before)
  }
})

test('a service that stops waits for no answer, and begins no call', async () => {
  const stopping = new AbortController()
  const { url, received } = await providerForThisTest(() => stopping.abort())
  const aborted = { kind: 'unknown', errorCode: 'ABORTED' }
  const call = callTo(url, { signal: stopping.signal })
  expect(await jsonCall(call)).toMatchObject(aborted)
  expect(await jsonCall(call)).toMatchObject(aborted)
  expect(received).toHaveLength(1)
})

test('a refused connection, an unusable address and an answer that is not HTTP are lost connections', async () => {
  const lost = { kind: 'unknown', errorCode: 'CONNECTION' }
  const nobody = `http://127.0.0.1:${await freePort()}`
  expect(await jsonCall(callTo(nobody))).toEqual({ ...lost, errorMessage: 'ECONNREFUSED' })
  expect(await jsonCall(callTo('ftp://127.0.0.1'))).toMatchObject(lost)
  expect(await jsonCall(callTo('integrator'))).toMatchObject(lost)
  expect(await jsonCall(callTo('http://us%ffer@127.0.0.1'))).toMatchObject(lost)
  const port = await speakingForThisTest('SSH-2.0-OpenSSH_9.6\r\n')
  expect(await jsonCall(callTo(`http://127.0.0.1:${port}`))).toMatchObject(lost)
  expect(await jsonCall(callTo(`https://127.0.0.1:${port}`))).toMatchObject(lost)
})

test.each([
  ['no JSON', '<html>502</html>'],
  ['broken JSON', '{"uuid":'],
  ['nothing', ''],
  ['more than was allowed', JSON.stringify('x'.repeat(100))],
])('a body with %s is none', async (_what, body) => {
  const { url } = await providerForThisTest(answering(200, body))
  const answer = await jsonCall(callTo(url, { maximumBytes: 99 }))
  expect(answer).toEqual({ kind: 'answered', status: 200, body: undefined })
})

test('invalid UTF-8 is no JSON, and a body is returned byte by byte', async () => {
  const bytes = Buffer.from([0x22, 0xfe, 0xff, 0x22])
  const { url } = await providerForThisTest((_request, response) => response.end(bytes))
  expect(await jsonCall(callTo(url))).toMatchObject({ body: undefined })
  expect(await httpCall(callTo(url))).toMatchObject({ content: bytes })
})

test('an endless answer is not read to its end', async () => {
  const { url } = await providerForThisTest((_request, response) => {
    const more = () => void response.write(Buffer.alloc(65_536), () => setImmediate(more))
    more()
  })
  const answer = await httpCall(callTo(url, { timeoutMs: 60_000 }))
  expect(answer).toEqual({ kind: 'answered', status: 200, content: null })
})

const callTo = (url: string, otherwise: Partial<HttpCall> = {}): HttpCall => ({
  provider: 'anybody',
  operation: 'anything',
  method: 'POST',
  url,
  requestId,
  timeoutMs: 5_000,
  ...otherwise,
})

/** A server that says the same thing to everybody, in a protocol of its own. */
async function speakingForThisTest(words: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).end(words)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return address.port
}
