import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { sarraf } from '#client/main.ts'

/** A proxy's view: the path and the key of each call. */
async function callsBelow(prefix: string) {
  const calls: { readonly path: string | undefined; readonly hasKey: boolean }[] = []
  const server = createServer((request, response) => {
    calls.push({ path: request.url, hasKey: request.headers['idempotency-key'] !== undefined })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ success: true, data: {}, meta: {} }))
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const client = sarraf({
    baseUrl: `http://127.0.0.1:${address.port}${prefix}`,
    apiUserId: 'desk',
    secretKey: 'secret',
  })
  await client.POST('/v1/expenses', { body: { data: { source: 'manual', idNo: '1', amount: 1 } } })
  await client.POST('/v1/expenses/preview', {
    body: { data: { source: 'manual', idNo: '1', amount: 1 } },
  })
  return calls
}

test.each(['', '/', '/books', '/books/'])(
  'a creation has its key behind a proxy that serves the API at "%s", and only a creation',
  async (prefix) => {
    const below = prefix.replace(/\/$/, '')
    expect(await callsBelow(prefix)).toEqual([
      { path: `${below}/v1/expenses`, hasKey: true },
      { path: `${below}/v1/expenses/preview`, hasKey: false },
    ])
  },
)
