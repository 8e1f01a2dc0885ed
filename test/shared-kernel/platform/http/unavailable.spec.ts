import { expect, onTestFinished, test } from 'vitest'
import { readVoucher } from '#kernel/contract/expense-vouchers.ts'
import { Unavailable } from '#kernel/domain/unavailable.ts'
import { route } from '#kernel/platform/http/route.ts'
import { httpServer } from '#kernel/platform/http/server.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'

test('overload is 503 with Retry-After and without internal details', async () => {
  const server = httpServer({
    logger: silentLogger,
    routes: [
      route(readVoucher, () => Promise.reject(new Unavailable('numberBook-1 is too busy', 3))),
    ],
    authenticate: () =>
      Promise.resolve({ companyId: 'c', apiUserId: 'desk', rights: ['expenses'] as const }),
    missing: () => Promise.resolve([]),
  })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => server.close())

  const answer = await fetch(`${url}/v1/expenses/${'a'.repeat(24)}`)

  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '3'])
  expect(await answer.json()).toMatchObject({
    success: false,
    error: {
      code: 'INTERNAL_ERROR',
      message: 'The service cannot do this now, and has changed nothing. Try again later.',
      details: [{ field: 'request', rule: 'unavailable', retryAfter: 3 }],
    },
  })
})
