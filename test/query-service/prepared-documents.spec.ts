import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { systemForThisFile } from '#test/support/system.ts'

const system = systemForThisFile()

type Headers = Readonly<Record<string, string>>

/** As it comes over the wire. */
async function got(path: string, headers: Headers = {}) {
  const outgoing = request(system.baseUrl + path, { headers })
  const answered = Promise.withResolvers<IncomingMessage>()
  outgoing.on('response', answered.resolve)
  outgoing.on('error', answered.reject)
  outgoing.end()
  const incoming = await answered.promise
  return { status: incoming.statusCode, headers: incoming.headers, body: await buffer(incoming) }
}

const documents = ['/v1/openapi.json', '/docs/en.json', '/docs/js/scalar.js']

test.each(documents)('%s is compressed as the caller accepts, and the same', async (path) => {
  const plain = await got(path)
  const gzipped = await got(path, { 'accept-encoding': 'gzip, deflate' })
  const brotli = await got(path, { 'accept-encoding': 'gzip;q=0.8, br' })
  expect([plain, gzipped, brotli].map(({ status }) => status)).toEqual([200, 200, 200])
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(gzipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzipped.body).equals(plain.body)).toBe(true)
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true)
  expect(gzipped.body.length * 2).toBeLessThan(plain.body.length)
  expect(plain.headers.vary).toContain('accept-encoding')
  const tags = new Set([plain, gzipped, brotli].map(({ headers }) => headers.etag))
  expect(tags.size).toBe(3)
  expect(Number(plain.headers['content-length'])).toBe(plain.body.length)
})

test.each(documents)('%s is not sent again to who has it', async (path) => {
  const { headers } = await got(path, { 'accept-encoding': 'br' })
  const etag = headers.etag ?? 'none'
  expect(headers['cache-control']).toMatch(/^public, max-age=\d+$/)

  for (const known of [etag, `W/${etag}`, `"another", ${etag}`]) {
    const again = await got(path, { 'accept-encoding': 'br', 'if-none-match': known })
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag])
  }
  const changed = await got(path, { 'if-none-match': '"another"' })
  expect(changed.status).toBe(200)
})

test('a caller that refuses an encoding does not get it', async () => {
  const { headers } = await got('/v1/openapi.json', { 'accept-encoding': 'br;q=0, gzip;q=0.0' })
  expect(headers['content-encoding']).toBeUndefined()
})
