import { expect, onTestFinished, test, vi } from 'vitest'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { dealerForThisTest } from '#test/projections/dealer.ts'
import { delivering } from './delivering.ts'
import {
  customersOf,
  ENDPOINT,
  endpointOf,
  OTHER_COMPANY,
  OTHER_ENDPOINT,
  patience,
  sequencesOf,
  untilNothingWaits,
  writeForAnother,
} from './endpoints.ts'
import { webhooksOf } from './operator.ts'
import { receiverForThisTest } from './receiver.ts'

/** Two companies with an endpoint each, for which replays may be asked. */
async function twoEndpoints() {
  const dealer = await dealerForThisTest()
  const [receiver, other] = [await receiverForThisTest(), await receiverForThisTest()]
  await endpointOf(dealer)({ url: receiver.url })
  await endpointOf(dealer)({ url: other.url, id: OTHER_ENDPOINT, companyId: OTHER_COMPANY })
  const replay = (endpoint: string) =>
    webhooksOf(dealer)('replay', '--endpoint', endpoint, '--since', '2026-01-01')
  const startAt = (endpoint: string, position: string) =>
    dealer.rows('update webhooks.replay set position = $2 where endpoint_id = $1', [
      endpoint,
      position,
    ])
  async function allDelivered() {
    const process = delivering(dealer)
    await untilNothingWaits(dealer)
    await process.close()
  }
  return { dealer, receiver, other, replay, startAt, allDelivered, write: customersOf(dealer) }
}

test('a short replay of one endpoint does not wait for a long one of another', async () => {
  const { dealer, receiver, other, replay, startAt, allDelivered, write } = await twoEndpoints()
  await write([1])
  await writeForAnother(dealer, 11)
  const behindFirstPart = await dealer.eventStore.headOfLog()
  await write([2], OTHER_COMPANY)
  await write([3])
  await allDelivered()
  await replay(ENDPOINT)
  await replay(OTHER_ENDPOINT)
  await startAt(OTHER_ENDPOINT, behindFirstPart.toString())

  const short = Promise.withResolvers<void>()
  const eventStore: EventStore = {
    ...dealer.eventStore,
    async *readLog(behind) {
      for await (const event of dealer.eventStore.readLog(behind)) {
        if (behind < behindFirstPart && event.position > behindFirstPart) await short.promise
        yield event
      }
    },
  }
  onTestFinished(() => short.resolve())
  delivering(dealer, { eventStore })

  await vi.waitFor(() => expect(sequencesOf(other.received, 2)).toEqual([0, 0]), patience)
  await write([2], OTHER_COMPANY)
  await vi.waitFor(() => expect(sequencesOf(other.received, 2)).toEqual([0, 0, 1]), patience)
  short.resolve()
  await vi.waitFor(() => expect(sequencesOf(receiver.received, 3)).toEqual([0, 0]), patience)
})

test('a replay that fails again and again holds up no other one', async () => {
  const { receiver, other, replay, startAt, allDelivered, write, dealer } = await twoEndpoints()
  await write([1])
  await write([2], OTHER_COMPANY)
  await allDelivered()
  await replay(ENDPOINT)
  await replay(OTHER_ENDPOINT)
  await startAt(ENDPOINT, '1')

  delivering(dealer)

  await vi.waitFor(() => expect(sequencesOf(other.received, 2)).toEqual([0, 0]), patience)
  expect(sequencesOf(receiver.received, 1)).toEqual([0])
})
