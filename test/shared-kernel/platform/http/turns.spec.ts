import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { readVoucher } from '#kernel/contract/expense-vouchers.ts'
import { reject } from '#kernel/domain/rejection.ts'
import { route } from '#kernel/platform/http/route.ts'
import { httpServer } from '#kernel/platform/http/server.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'

/** A request of the one key is answered when the test says so; three may come at once, and a turn lasts 1.3 seconds at most. */
async function servingForThisTest() {
  const key = { isEnded: false }
  const working: (() => void)[] = []
  const signedIn = { count: 0 }
  const server = httpServer({
    logger: silentLogger,
    routes: [
      route(readVoucher, async () => {
        const { promise, resolve } = Promise.withResolvers<void>()
        working.push(resolve)
        await promise
        return reject('CONFLICT', 'The document has been sent.')
      }),
    ],
    authenticate: async () => {
      signedIn.count++
      if (key.isEnded)
        reject('AUTH_INVALID_CREDENTIALS', 'The credentials are missing, wrong or no longer valid.')
      return { companyId: 'c', apiUserId: 'desk', rights: [readVoucher.right] }
    },
    ratePerKey: 0.75,
    missing: async () => [],
  })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => server.close())
  return {
    key,
    working,
    signedIn,
    connections: () => promisify(server.server.getConnections.bind(server.server))(),
    ask: (signal?: AbortSignal) =>
      fetch(`${url}/v1/expenses/${'a'.repeat(24)}`, signal && { signal }).then(
        ({ status }) => status,
      ),
  }
}

test('a key that ends while its request waits for a turn opens nothing', async () => {
  const { ask, key, signedIn, working } = await servingForThisTest()
  const first = ask()
  await expect.poll(() => working.length).toBe(1)
  const late = ask()
  await expect.poll(() => signedIn.count).toBe(2)
  key.isEnded = true
  for (const answer of working) answer()
  expect(await first).toBe(409)
  expect(await late).toBe(401)
})

test('for who leaves while waiting for a turn nothing is done', async () => {
  const { ask, connections, signedIn, working } = await servingForThisTest()
  const first = ask()
  await expect.poll(() => working.length).toBe(1)
  const leaving = new AbortController()
  const left = ask(leaving.signal)
  await expect.poll(() => signedIn.count).toBe(2)
  leaving.abort()
  await expect(left).rejects.toThrow('aborted')
  await expect.poll(connections).toBe(1)
  for (const answer of working.splice(0)) answer()
  expect(await first).toBe(409)
  await expect.poll(() => signedIn.count).toBe(3)
  const after = ask()
  await expect.poll(() => working.length).toBe(1)
  for (const answer of working) answer()
  expect(await after).toBe(409)
})
