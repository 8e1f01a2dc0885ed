import { expect, test, vi } from 'vitest'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { dealerForThisTest } from '#test/projections/dealer.ts'
import { delivering } from './delivering.ts'
import {
  customer,
  customersOf,
  ENDPOINT,
  endpointOf,
  OTHER_ENDPOINT,
  patience,
  sequencesOf,
  subjects,
  untilNothingWaits,
  waitingIn,
  writeForAnother,
} from './endpoints.ts'
import { webhooksOf } from './operator.ts'
import { accepting, receiverForThisTest } from './receiver.ts'

const SINCE_EVER = ['replay', '--endpoint', ENDPOINT, '--since', '2026-01-01'] as const

test('a replay precedes the events that wait already, and new events follow it', async () => {
  const dealer = await dealerForThisTest()
  const receiver = await receiverForThisTest(
    (_received, response) => void response.writeHead(503).end(),
  )
  await customersOf(dealer)([1, 1])
  await endpointOf(dealer)({ url: receiver.url })
  delivering(dealer)
  await customersOf(dealer)([1])
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(0), patience)
  await webhooksOf(dealer)(...SINCE_EVER)
  await customersOf(dealer)([1])
  await vi.waitFor(async () => expect(await waitingIn(dealer)).toBe(4), patience)

  const refused = receiver.received.length
  receiver.answerWith(accepting)
  await untilNothingWaits(dealer)

  expect(sequencesOf(receiver.received.slice(refused), 1)).toEqual([0, 1, 2, 3])
})

test('an event that is under way when a replay comes is sent again in its turn', async () => {
  const dealer = await dealerForThisTest()
  const held = Promise.withResolvers<void>()
  const receiver = await receiverForThisTest(
    (received, response) => void held.promise.then(() => accepting(received, response)),
  )
  await customersOf(dealer)([1, 1])
  await endpointOf(dealer)({ url: receiver.url })
  delivering(dealer)
  await customersOf(dealer)([1])
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), patience)
  await webhooksOf(dealer)(...SINCE_EVER)
  await vi.waitFor(async () => expect(await waitingIn(dealer)).toBe(3), patience)

  held.resolve()
  await untilNothingWaits(dealer)

  expect(sequencesOf(receiver.received, 1)).toEqual([2, 0, 1, 2])
})

test('a later event waits until a long replay has reached it', async () => {
  const dealer = await dealerForThisTest()
  const goesOn = Promise.withResolvers<void>()
  const receiver = await receiverForThisTest((received, response) => {
    accepting(received, response)
    if (received.payload.sequence === '0') goesOn.resolve()
  })
  await customersOf(dealer)([1])
  await writeForAnother(dealer, 11)
  await customersOf(dealer)([1])
  const afterFirstPart = await dealer.eventStore.headOfLog()
  await endpointOf(dealer)({ url: receiver.url, status: false })
  const first = delivering(dealer)
  await untilNothingWaits(dealer)
  await first.close()
  await webhooksOf(dealer)(...SINCE_EVER)
  await endpointOf(dealer)({ url: receiver.url })
  await customersOf(dealer)([1])

  const eventStore: EventStore = {
    ...dealer.eventStore,
    async *readLog(behind) {
      for await (const event of dealer.eventStore.readLog(behind)) {
        if (event.position >= afterFirstPart) await goesOn.promise
        yield event
      }
    },
  }
  delivering(dealer, { eventStore })

  await vi.waitFor(() => expect(sequencesOf(receiver.received, 1)).toEqual([0, 1, 2]), patience)
})

test('a replay for an endpoint that is disabled waits until it is enabled, and leaves out nothing', async () => {
  const dealer = await dealerForThisTest()
  const receiver = await receiverForThisTest()
  const other = await receiverForThisTest()
  await endpointOf(dealer)({ url: receiver.url, status: false })
  await endpointOf(dealer)({ url: other.url, id: OTHER_ENDPOINT })
  delivering(dealer)
  await customersOf(dealer)([1])
  await vi.waitFor(() => expect(other.received).toHaveLength(1), patience)
  await untilNothingWaits(dealer)
  await webhooksOf(dealer)(...SINCE_EVER)
  await webhooksOf(dealer)('replay', '--endpoint', OTHER_ENDPOINT, '--since', '2026-01-01')
  // The first delivery, and the replay behind the one that waits.
  await vi.waitFor(() => expect(other.received).toHaveLength(2), patience)
  await customersOf(dealer)([2])
  await vi.waitFor(() => expect(other.received).toHaveLength(3), patience)
  expect(receiver.received).toEqual([])

  await endpointOf(dealer)({ url: receiver.url })

  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), patience)
  expect(subjects(receiver.received).toSorted()).toEqual([customer(1), customer(2)])
})

test('a replay may be asked for before the process knows the endpoint', async () => {
  const dealer = await dealerForThisTest()
  const receiver = await receiverForThisTest()
  const first = delivering(dealer)
  await vi.waitFor(() => expect(first.phase()).toBe('delivering'), patience)
  await first.close()
  await customersOf(dealer)([1])
  await endpointOf(dealer)({ url: receiver.url })
  await webhooksOf(dealer)(...SINCE_EVER)

  delivering(dealer)

  await vi.waitFor(() => expect(subjects(receiver.received)).toEqual([customer(1)]), patience)
})

/** An endpoint that the process knows, and a customer from before it. No process delivers. */
async function endpointAfterItsCustomer() {
  const dealer = await dealerForThisTest()
  const receiver = await receiverForThisTest()
  await customersOf(dealer)([1])
  await endpointOf(dealer)({ url: receiver.url })
  const first = delivering(dealer)
  await untilNothingWaits(dealer)
  await first.close()
  return { dealer, receiver }
}

test('a replay that is cancelled holds up nothing any more', async () => {
  const { dealer, receiver } = await endpointAfterItsCustomer()
  const [asked] = await webhooksOf(dealer)(...SINCE_EVER)
  const eventStore: EventStore = {
    ...dealer.eventStore,
    readLog() {
      throw new Error('the log cannot be read')
    },
  }
  delivering(dealer, { eventStore })
  await customersOf(dealer)([2])
  await vi.waitFor(async () => expect(await waitingIn(dealer)).toBe(1), patience)
  const since = '2026-01-01T00:00:00.000Z'
  const replays = [{ replay: asked.replay, since, failure: null }]
  expect(await webhooksOf(dealer)('list')).toMatchObject([{ waiting: 1, replays }])
  expect(receiver.received).toEqual([])

  expect(await webhooksOf(dealer)('cancel-replay', asked.replay)).toEqual([
    { cancelled: asked.replay, endpoint: ENDPOINT, since },
  ])

  await vi.waitFor(() => expect(subjects(receiver.received)).toEqual([customer(2)]), patience)
  expect(await webhooksOf(dealer)('list')).toMatchObject([{ replays: [] }])
  await expect(webhooksOf(dealer)('cancel-replay', asked.replay)).rejects.toThrow(
    'There is no replay',
  )
})

test('what a replay was reading when it was cancelled is not delivered', async () => {
  const { dealer, receiver } = await endpointAfterItsCustomer()
  const [asked] = await webhooksOf(dealer)(...SINCE_EVER)
  const isReading = Promise.withResolvers<void>()
  const isCancelled = Promise.withResolvers<void>()
  const isRead = Promise.withResolvers<void>()
  const eventStore: EventStore = {
    ...dealer.eventStore,
    async *readLog(behind) {
      isReading.resolve()
      await isCancelled.promise
      yield* dealer.eventStore.readLog(behind)
      isRead.resolve()
    },
  }
  delivering(dealer, { eventStore })
  await isReading.promise

  await webhooksOf(dealer)('cancel-replay', asked.replay)
  isCancelled.resolve()
  await isRead.promise
  const received = () => subjects(receiver.received).toSorted()
  await customersOf(dealer)([2])
  await vi.waitFor(() => expect(received()).toContain(customer(2)), patience)
  await untilNothingWaits(dealer)
  await webhooksOf(dealer)(...SINCE_EVER)
  const both = [customer(1), customer(2), customer(2)]
  await vi.waitFor(() => expect(received().length).toBeGreaterThanOrEqual(both.length), patience)
  await untilNothingWaits(dealer)

  expect(received()).toEqual(both)
})
