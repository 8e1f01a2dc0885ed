import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, onTestFinished, test } from 'vitest'
import { newClient } from '#kernel/platform/event-store/client.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { apiAt } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'
import { withLog } from '#test/support/with-log.ts'

const system = systemForThisFile()

function administrator() {
  const client = newClient(system.eventStoreUrl)
  onTestFinished(() => client.dispose())
  return client
}

const Refused = Compile(
  Type.Object({ error: Type.Object({ code: Type.String(), details: Type.Unknown() }) }),
)
const damaged = [503, null, 'INTERNAL_ERROR', [{ field: 'id', rule: 'damaged' }]]

/** By a service that has not seen the record yet. */
async function answerTo(
  dealer: Awaited<ReturnType<typeof newDealer>>,
  [method, path, body]: readonly ['DELETE' | 'POST', string, object?],
) {
  const { url } = await anotherCommandService(system)
  const { apiUserId, secretKey } = dealer.credentials
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${apiUserId}:${secretKey}`).toString('base64')}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify({ data: body }) }),
  })
  const { error } = Refused.Parse(await response.json())
  return [response.status, response.headers.get('retry-after'), error.code, error.details]
}

test.for(['deleted', 'cut', 'tombstoned'])(
  'writes to a record whose stream was %s are 503 without an invitation to try again, and others go on',
  async (how) => {
    const dealer = await newDealer(system)
    const draft = async (amount: number) =>
      createdIn(await dealer.api.post('/v1/expenses', manual({ amount, isDraft: true }))).id
    const [voucher, other] = [await draft(700), await draft(701)]
    const stream = `expenseVoucher-${voucher}`
    const client = administrator()
    if (how === 'deleted') await client.deleteStream(stream)
    else if (how === 'cut') await client.setStreamMetadata(stream, { truncateBefore: 1 })
    else await client.tombstoneStream(stream)

    expect(await answerTo(dealer, ['DELETE', `/v1/expenses/${voucher}`])).toEqual(damaged)
    const api = apiAt(system.baseUrl, dealer.credentials)
    expect((await api.delete(`/v1/expenses/${other}`)).status).toBe(200)
  },
)

test('a deleted number book gives no number a second time', async () => {
  const dealer = await newDealer(system)
  await dealer.api.post('/v1/expenses', manual({ amount: 710 }))
  const book = await withLog(system, async ({ eventStore }) => {
    for await (const { stream, metadata } of eventStore.readLog(START_OF_LOG)) {
      const isBook = stream.startsWith('numberBook-')
      if (isBook && metadata['companyId'] === dealer.companyId) return stream
    }
    throw new Error('no number was taken')
  })
  await administrator().deleteStream(book)

  const answer = await answerTo(dealer, ['POST', '/v1/expenses', manual({ amount: 711 })])
  expect(answer).toEqual(damaged)
  const numbers = await withLog(system, async ({ eventStore }) => {
    let taken = 0
    for await (const { stream } of eventStore.readLog(START_OF_LOG)) if (stream === book) taken += 1
    return taken
  })
  expect(numbers).toBe(1)
})
