import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { customerEvents } from '#kernel/events/customer.ts'
import { webhookEndpointEvents } from '#kernel/events/webhook-endpoint.ts'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import type { EventStore, LogSubscription } from '#kernel/platform/event-store/event-store.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { type Dealer, dealerForThisTest } from '#test/projections/dealer.ts'
import { COMPANY, customerRecorded } from '#test/projections/samples.ts'
import { noMacs } from '#test/support/no-macs.ts'
import { delivering } from './delivering.ts'
import {
  customer,
  customersOf,
  ENDPOINT,
  endpointOf,
  lastEventOf,
  OTHER_COMPANY,
  OTHER_ENDPOINT,
  patience,
  SECRET,
  sequencesOf,
  streamOf,
  subjects,
  untilNothingWaits,
  waitingIn,
} from './endpoints.ts'
import { webhooksOf } from './operator.ts'
import { receiverForThisTest } from './receiver.ts'

const LATER_VERSION = 99

/** An event store as a release reads it that knows the later version: as what it was before. */
function readByLaterRelease(eventStore: EventStore): EventStore {
  const known = <Event extends { readonly metadata: object }>(event: Event): Event =>
    'version' in event.metadata && event.metadata.version === LATER_VERSION
      ? { ...event, metadata: { ...event.metadata, version: 1 } }
      : event
  return {
    ...eventStore,
    readStream: async (...read) => (await eventStore.readStream(...read)).map(known),
    async *readLog(behind) {
      for await (const event of eventStore.readLog(behind)) yield known(event)
    },
    subscribe: ({ handle, ...wanted }: LogSubscription) =>
      eventStore.subscribe({
        ...wanted,
        handle: (events, upTo) => handle(events.map(known), upTo),
      }),
  }
}

const ofLaterVersion = (event: Awaited<ReturnType<Dealer['encoded']>>) => ({
  ...event,
  metadata: { ...event.metadata, version: LATER_VERSION },
})

async function writeLaterVersion(dealer: Dealer, number: number) {
  const customerId = customer(number)
  const event = await dealer.encoded(
    customerEvents,
    `${COMPANY}${customerId}`,
    customerRecorded({ customerId }),
  )
  await dealer.append(`customer-${COMPANY}${customerId}`, ofLaterVersion(event))
}

async function writeEndpointOfLaterVersion(dealer: Dealer, url: string) {
  const data = {
    companyId: COMPANY,
    endpointId: ENDPOINT,
    url,
    eventTypes: ['sarraf.*'],
    secrets: [SECRET],
    status: true,
  }
  const event = { type: 'WebhookEndpointRecorded' as const, data }
  const encoded = await dealer.encoded(webhookEndpointEvents, ENDPOINT, event)
  const last = await lastEventOf(dealer)
  await dealer.eventStore.append(
    streamOf(ENDPOINT),
    [ofLaterVersion(encoded)],
    last?.revision ?? 'no_stream',
  )
}

async function twoCompanies() {
  const dealer = await dealerForThisTest()
  const [receiver, other] = [await receiverForThisTest(), await receiverForThisTest()]
  await endpointOf(dealer)({ url: receiver.url })
  await endpointOf(dealer)({ url: other.url, id: OTHER_ENDPOINT, companyId: OTHER_COMPANY })
  return { dealer, receiver, other, write: customersOf(dealer) }
}

test('an event of a later version holds up its company alone, and nothing is lost', async () => {
  const { dealer, receiver, other, write } = await twoCompanies()
  const first = delivering(dealer)
  await write([1])
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), patience)
  await writeLaterVersion(dealer, 1)
  await write([1, 2])
  await write([3], OTHER_COMPANY)
  await vi.waitFor(() => expect(subjects(other.received)).toEqual([customer(3)]), patience)
  await vi.waitFor(async () => expect(await waitingIn(dealer)).toBe(2), patience)
  expect(first.phase()).toBe('delivering')
  expect(await webhooksOf(dealer)('list')).toMatchObject([
    { id: ENDPOINT, failure: expect.stringContaining('does not match the schema of its type') },
    { id: OTHER_ENDPOINT, failure: null },
  ])

  await first.close()
  const restarted = delivering(dealer)
  await write([4], OTHER_COMPANY)
  await vi.waitFor(() => expect(other.received).toHaveLength(2), patience)
  expect(receiver.received).toHaveLength(1)
  await restarted.close()

  delivering(dealer, { eventStore: readByLaterRelease(dealer.eventStore) })
  await vi.waitFor(() => expect(receiver.received).toHaveLength(4), patience)
  expect(sequencesOf(receiver.received, 1)).toEqual([0, 1, 2])
  expect(subjects(receiver.received)).toContain(customer(2))
})

test('a replay delivers what comes before an event of a later version', async () => {
  const dealer = await dealerForThisTest()
  const receiver = await receiverForThisTest()
  await customersOf(dealer)([1])
  await writeLaterVersion(dealer, 1)
  await customersOf(dealer)([2])
  await endpointOf(dealer)({ url: receiver.url })
  const first = delivering(dealer)
  await untilNothingWaits(dealer)
  await webhooksOf(dealer)('replay', '--endpoint', ENDPOINT, '--since', '2026-01-01')

  await vi.waitFor(() => expect(subjects(receiver.received)).toEqual([customer(1)]), patience)
  expect(await webhooksOf(dealer)('list')).toMatchObject([{ failure: expect.any(String) }])
  await untilNothingWaits(dealer)
  await first.close()

  delivering(dealer, { eventStore: readByLaterRelease(dealer.eventStore) })
  await vi.waitFor(() => expect(receiver.received).toHaveLength(3), patience)
  expect(sequencesOf(receiver.received, 1)).toEqual([0, 1])
})

test('an endpoint of a later version gets nothing until it can be read', async () => {
  const { dealer, receiver, other, write } = await twoCompanies()
  const first = delivering(dealer)
  await writeEndpointOfLaterVersion(dealer, receiver.url)
  await write([1])
  await write([2], OTHER_COMPANY)
  await vi.waitFor(() => expect(subjects(other.received)).toEqual([customer(2)]), patience)
  await untilNothingWaits(dealer)
  await first.close()
  const restarted = delivering(dealer)
  await write([3], OTHER_COMPANY)
  await vi.waitFor(() => expect(other.received).toHaveLength(2), patience)
  expect(receiver.received).toEqual([])
  await restarted.close()

  delivering(dealer, { eventStore: readByLaterRelease(dealer.eventStore) })
  await vi.waitFor(() => expect(subjects(receiver.received)).toEqual([customer(1)]), patience)
})

test('an endpoint that can be read again receives at once the events of the time in between', async () => {
  const { dealer, receiver, other, write } = await twoCompanies()
  delivering(dealer)
  await writeEndpointOfLaterVersion(dealer, receiver.url)
  await write([1])
  await write([2], OTHER_COMPANY)
  await vi.waitFor(() => expect(subjects(other.received)).toEqual([customer(2)]), patience)
  expect(receiver.received).toEqual([])

  await endpointOf(dealer)({ url: receiver.url })
  await vi.waitFor(() => expect(subjects(receiver.received)).toEqual([customer(1)]), patience)
})

test('so does one that could be read again before it was seen', async () => {
  const { dealer, receiver, write } = await twoCompanies()
  await writeEndpointOfLaterVersion(dealer, receiver.url)
  await write([1])
  await endpointOf(dealer)({ url: receiver.url })

  delivering(dealer)

  await vi.waitFor(() => expect(subjects(receiver.received)).toEqual([customer(1)]), patience)
})

test('forged events of an endpoint change nothing, however many, after a restart neither', async () => {
  const { dealer, receiver, other, write } = await twoCompanies()
  const elsewhere = await receiverForThisTest()
  const stranger = connectEventStore({
    url: dealer.eventStoreUrl,
    logger: silentLogger,
    macs: noMacs,
  })
  onTestFinished(stranger.close)
  const last = await lastEventOf(dealer)
  if (last === undefined) throw new Error('the endpoint was recorded')
  const { type, metadata, revision } = last
  const data = { ...last.data, url: elsewhere.url }
  const forged = Array.from({ length: 120 }, () => ({ id: randomUUID(), type, data, metadata }))
  const first = delivering(dealer)
  await write([1])
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), patience)
  await stranger.append(streamOf(ENDPOINT), forged, revision)
  await write([2])
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), patience)
  await untilNothingWaits(dealer)
  await first.close()

  delivering(dealer)
  await write([3])
  await write([4], OTHER_COMPANY)

  await vi.waitFor(() => expect(receiver.received).toHaveLength(3), patience)
  await vi.waitFor(() => expect(other.received).toHaveLength(1), patience)
  expect(elsewhere.received).toEqual([])
  expect(await webhooksOf(dealer)('list')).toMatchObject([
    { id: ENDPOINT, url: receiver.url },
    { id: OTHER_ENDPOINT },
  ])
})
