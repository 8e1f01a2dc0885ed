import { expect, test, vi } from 'vitest'
import { pauseAfter } from '#publishing/webhooks/sending/back-off.ts'
import { dealerForThisTest } from '#test/projections/dealer.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { within } from '#test/support/within.ts'
import { delivering } from './delivering.ts'
import { customer, customersOf, endpointOf, lastEventOf, patience, subjects } from './endpoints.ts'
import { webhooksOf } from './operator.ts'
import { type Answering, accepting, receiverForThisTest } from './receiver.ts'

const refusedOnes = Array.from({ length: 12 }, (_, index) => index + 1)
const goodOnes = Array.from({ length: 40 }, (_, index) => index + 100)
const isRefused = (subject: string) => refusedOnes.map(customer).includes(subject)

/** Answers so to the events of the first twelve customers, and accepts all others. */
const refusing =
  (status: number, headers: Record<string, string> = {}): Answering =>
  (received, response) => {
    if (isRefused(received.payload.subject)) response.writeHead(status, headers).end()
    else accepting(received, response)
  }

/** An endpoint that has refused twelve events. The pauses are those of the product. */
async function afterRefusals(answering: Answering) {
  const dealer = await dealerForThisTest()
  const receiver = await receiverForThisTest(answering)
  await endpointOf(dealer)({ url: receiver.url })
  delivering(dealer, { pauseMs: pauseAfter })
  const write = customersOf(dealer)
  await write(refusedOnes)
  const accepted = () => subjects(receiver.received).filter((subject) => !isRefused(subject))
  return { dealer, receiver, write, accepted }
}

test.each([400, 401, 403, 404, 409, 413, 422, 302])(
  'twelve events that are refused with %i hold up no other record',
  async (status) => {
    const { receiver, write, accepted } = await afterRefusals(refusing(status))
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(12), patience)
    await write(goodOnes)

    await within(4_000, () => expect(accepted()).toHaveLength(40))

    expect(accepted().toSorted()).toEqual(goodOnes.map(customer))
  },
)

test('an error of the receiver for some events delays others by one pause', async () => {
  const { receiver, write, accepted } = await afterRefusals(refusing(500))
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(8), patience)
  await write(goodOnes)

  // 5 s, a fifth longer at most. It was ten minutes.
  await vi.waitFor(() => expect(accepted()).toHaveLength(40), {
    timeout: LONGEST_WAIT_MS,
    interval: 10,
  })
})

test('later events of a refused record wait for it, and the list shows that it waits', async () => {
  const { dealer, receiver, write, accepted } = await afterRefusals(refusing(422))
  await write([1, 2, 100])
  await vi.waitFor(() => expect(accepted()).toHaveLength(1), patience)

  const sequences = receiver.received
    .filter(({ payload }) => isRefused(payload.subject))
    .map(({ payload }) => payload.sequence)
  expect(new Set(sequences)).toEqual(new Set(['0']))
  await vi.waitFor(
    async () =>
      expect(await webhooksOf(dealer)('list')).toMatchObject([
        { isEnabled: true, waiting: 14, refused: 12 },
      ]),
    patience,
  )
})

test('a receiver that works is not given up because it refuses events', async () => {
  const { dealer, receiver } = await afterRefusals(refusing(422))
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(12), patience)
  await vi.waitFor(async () => {
    const tried = await dealer.rows('select from webhooks.delivery where attempts > 0')
    expect(tried).toHaveLength(12)
  }, patience)

  expect(await dealer.rows('select endpoint_id from webhooks.failing')).toEqual([])
  expect((await lastEventOf(dealer))?.type).toBe('WebhookEndpointRecorded')
})

test('the receiver is left alone as long as it asks for', async () => {
  const dealer = await dealerForThisTest()
  const calledAt: number[] = []
  const receiver = await receiverForThisTest((received, response) => {
    calledAt.push(performance.now())
    if (calledAt.length > 1) accepting(received, response)
    else response.writeHead(429, { 'retry-after': '3' }).end()
  })
  await endpointOf(dealer)({ url: receiver.url })
  delivering(dealer)
  await customersOf(dealer)([1])

  await vi.waitFor(() => expect(calledAt).toHaveLength(2), patience)

  const [first = 0, second = 0] = calledAt
  expect(second - first).toBeGreaterThan(2_900)
})
