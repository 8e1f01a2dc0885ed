import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { registerSchemas } from '#publishing/kafka/schema-registry.ts'

interface Registered {
  readonly path: string
  readonly authorization: string | undefined
  readonly body: { readonly schemaType: string; readonly schema: string }
}

test('each kind of record is registered with its schema, by the Confluent API', async () => {
  const registered: Registered[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { url = '', headers } = request
    const body = JSON.parse(await text(request))
    registered.push({ path: url, authorization: headers.authorization, body })
    response.end('{"id":1}')
  }
  const server = createServer((request, response) => void answer(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined

  await registerSchemas({
    url: `http://feed:secret@127.0.0.1:${port}/`,
    logger: silentLogger,
    stop: new AbortController().signal,
  })

  const paths = registered.map(({ path }) => path)
  expect(paths).toContain(
    '/subjects/sarraf.expense-vouchers.v1-sarraf.expense-voucher.SmsSent.v1/versions',
  )
  expect(paths).toContain('/subjects/sarraf.template.state.v1-value/versions')
  expect(new Set(paths).size).toBe(paths.length)
  for (const { authorization, body } of registered) {
    expect(authorization).toBe(`Basic ${btoa('feed:secret')}`)
    expect(body.schemaType).toBe('JSON')
    expect(JSON.parse(body.schema)).toMatchObject({ type: 'object' })
  }
})
