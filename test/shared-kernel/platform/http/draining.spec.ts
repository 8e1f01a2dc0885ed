import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createForm } from '#kernel/contract/customer-forms.ts'
import { readVoucher } from '#kernel/contract/expense-vouchers.ts'
import { reject } from '#kernel/domain/rejection.ts'
import { route } from '#kernel/platform/http/route.ts'
import { httpServer } from '#kernel/platform/http/server.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'

test.each([
  ['an answer', 'GET', '/health/live', 200],
  ['what a handler refuses', 'GET', `/v1/expenses/${'a'.repeat(24)}`, 409],
  ['an unknown endpoint', 'GET', '/v1/nothing', 404],
  ['a write that is invalid', 'POST', createForm.path, 400],
])(
  'a service that is about to close ends the connection after %s',
  async (_, method, path, status) => {
    const ending = new AbortController()
    const server = httpServer({
      logger: silentLogger,
      routes: [
        route(readVoucher, async () => reject('CONFLICT', 'The document has been sent.')),
        route(createForm, async () => reject('CONFLICT', 'The document has been sent.')),
      ],
      authenticate: async () => ({
        companyId: 'c',
        apiUserId: 'desk',
        rights: ['expenses', createForm.right],
      }),
      missing: async () => [],
      ending: ending.signal,
    })
    const url = await server.listen({ port: 0, host: '127.0.0.1' })
    onTestFinished(() => server.close())

    expect(await answerTo(method, `${url}${path}`)).toEqual([status, 'keep-alive'])
    ending.abort()
    expect(await answerTo(method, `${url}${path}`)).toEqual([status, 'close'])
  },
)

const headers = { 'content-type': 'application/json' }

/** `fetch` does not say what becomes of the connection. */
async function answerTo(method: string, url: string) {
  const agent = new Agent({ keepAlive: true })
  const { promise, resolve, reject: fail } = Promise.withResolvers<unknown[]>()
  const asked = request(url, { method, agent, headers }, (answer) => {
    text(answer).then(() => resolve([answer.statusCode, answer.headers.connection]), fail)
  })
  asked.on('error', fail).end(method === 'POST' ? '{}' : undefined)
  return promise.finally(() => agent.destroy())
}
