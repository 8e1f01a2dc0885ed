import { expect, test, vi } from 'vitest'
import { dealerForThisTest } from '#test/projections/dealer.ts'
import { COMPANY } from '#test/projections/samples.ts'
import { delivering } from './delivering.ts'
import {
  customer,
  customersOf,
  ENDPOINT,
  endpointOf,
  lastEventOf,
  OTHER_ENDPOINT,
  patience,
  SECRET,
  sequencesOf,
  streamOf,
  subjects,
  untilNothingWaits,
} from './endpoints.ts'
import { accepting, isSignedBy, receiverForThisTest } from './receiver.ts'

const OLDER_SECRET = Buffer.from('the secret that was there before').toString('base64')
const RECORDED = 'sarraf.customer.CustomerRecorded.v1'

test('an endpoint gets the events of its company that it asks for, signed, from its beginning on', async () => {
  const dealer = await dealerForThisTest()
  const write = customersOf(dealer)
  const receiver = await receiverForThisTest()
  await write([1])
  await endpointOf(dealer)({ url: receiver.url, secrets: [SECRET, OLDER_SECRET] })
  await endpointOf(dealer)({
    url: receiver.url,
    id: OTHER_ENDPOINT,
    eventTypes: ['sarraf.invoice.*'],
  })
  delivering(dealer)
  await write([2])
  await write([3], '7'.repeat(24))
  await write([4])

  await vi.waitFor(() => expect(subjects(receiver.received)).toHaveLength(2), patience)

  expect(subjects(receiver.received).toSorted()).toEqual([customer(2), customer(4)])
  for (const received of receiver.received) {
    const { payload } = received
    expect(payload).toMatchObject({ type: RECORDED, companyId: COMPANY, sequence: '0' })
    expect(JSON.stringify(payload)).not.toMatch(/Şahin|10000000146|90532/)
    for (const secret of [SECRET, OLDER_SECRET]) {
      expect(isSignedBy(secret, received)).toBe(true)
    }
  }
})

test('a process that has waited for the first endpoint sends what follows it', async () => {
  const dealer = await dealerForThisTest()
  const receiver = await receiverForThisTest()
  const webhooks = delivering(dealer)
  await customersOf(dealer)([1])
  await vi.waitFor(() => expect(webhooks.phase()).toBe('delivering'), patience)

  await endpointOf(dealer)({ url: receiver.url })
  await customersOf(dealer)([2, 3])

  await vi.waitFor(() => expect(subjects(receiver.received)).toHaveLength(2), patience)
  expect(subjects(receiver.received).toSorted()).toEqual([customer(2), customer(3)])
})

test('the events of a record come in their order, whatever the receiver answers', async () => {
  const dealer = await dealerForThisTest()
  let calls = 0
  const receiver = await receiverForThisTest((received, response) => {
    calls += 1
    if (calls % 3 === 0) response.socket?.destroy()
    else if (calls % 3 === 1) response.writeHead(calls % 2 === 0 ? 500 : 302).end()
    else accepting(received, response)
  })
  await endpointOf(dealer)({ url: receiver.url })
  const write = customersOf(dealer)
  for (let round = 0; round < 6; round++) await write([1, 2, 3])
  delivering(dealer, { timeoutMs: 20_000 })
  const delivered = () => receiver.received.filter((_, index) => (index + 1) % 3 === 2)

  await untilNothingWaits(dealer)

  for (const number of [1, 2, 3]) {
    expect(sequencesOf(delivered(), number)).toEqual([0, 1, 2, 3, 4, 5])
  }
})

test('an event that was not acknowledged is sent again under its id, after a restart too', async () => {
  const dealer = await dealerForThisTest()
  const receiver = await receiverForThisTest((_received, response) => response.socket?.destroy())
  await endpointOf(dealer)({ url: receiver.url })
  const first = delivering(dealer)
  await customersOf(dealer)([1])
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(1), patience)
  await first.close()
  receiver.answerWith(accepting)

  delivering(dealer)

  await untilNothingWaits(dealer)
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
})

test('an endpoint that never answers holds up no other one', async () => {
  const dealer = await dealerForThisTest()
  const silent = await receiverForThisTest(() => undefined)
  const receiver = await receiverForThisTest()
  await endpointOf(dealer)({ url: silent.url })
  await endpointOf(dealer)({ url: receiver.url, id: OTHER_ENDPOINT })
  // Longer than the test waits.
  delivering(dealer, { timeoutMs: 60_000 })
  await customersOf(dealer)([1, 2, 3, 4, 5])

  await vi.waitFor(() => expect(silent.received.length).toBeGreaterThan(0), patience)
  await vi.waitFor(() => expect(receiver.received).toHaveLength(5), patience)
})

test('an endpoint that has failed for three days is disabled, and goes on once it is enabled', async () => {
  const dealer = await dealerForThisTest()
  const receiver = await receiverForThisTest(
    (_received, response) => void response.writeHead(503).end(),
  )
  await endpointOf(dealer)({ url: receiver.url })
  delivering(dealer)
  await customersOf(dealer)([1])
  const failing = () => dealer.rows('select from webhooks.failing')
  await vi.waitFor(async () => expect(await failing()).toHaveLength(1), patience)
  await customersOf(dealer)([3, 4])
  await dealer.rows(`update webhooks.failing set since = now() - interval '73 hours'`)

  await vi.waitFor(
    async () => expect((await lastEventOf(dealer))?.type).toBe('WebhookEndpointDisabled'),
    patience,
  )

  const givenUp = () => dealer.rows('select is_given_up from webhooks.endpoint')
  await vi.waitFor(async () => expect(await givenUp()).toEqual([{ is_given_up: true }]), patience)

  // Another failure, after it is enabled again, is a first one.
  await customersOf(dealer)([2])
  const calls = receiver.received.length
  await endpointOf(dealer)({ url: receiver.url })
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(calls + 1), patience)
  receiver.answerWith(accepting)
  await untilNothingWaits(dealer)
  expect(subjects(receiver.received)).toContain(customer(1))
  expect(subjects(receiver.received)).not.toContain(customer(2))
  expect(await givenUp()).toEqual([{ is_given_up: false }])
  const events = await dealer.eventStore.readStream(streamOf(ENDPOINT), { maxCount: 10 })
  expect(events.map(({ type }) => type)).toEqual([
    'WebhookEndpointRecorded',
    'WebhookEndpointDisabled',
    'WebhookEndpointRecorded',
  ])
})

test('days in which no process tried are no failures of an endpoint', async () => {
  const dealer = await dealerForThisTest()
  const receiver = await receiverForThisTest(
    (_received, response) => void response.writeHead(503).end(),
  )
  await endpointOf(dealer)({ url: receiver.url })
  const first = delivering(dealer)
  await customersOf(dealer)([1])
  const failing = () => dealer.rows('select from webhooks.failing')
  await vi.waitFor(async () => expect(await failing()).toHaveLength(1), patience)
  await first.close()
  await dealer.rows(`update webhooks.failing
    set since = now() - interval '96 hours', last_at = now() - interval '95 hours'`)

  const calls = receiver.received.length
  delivering(dealer)
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(calls + 2), patience)
  expect((await lastEventOf(dealer))?.type).toBe('WebhookEndpointRecorded')

  await dealer.rows(`update webhooks.failing set since = since - interval '72 hours'`)
  await vi.waitFor(
    async () => expect((await lastEventOf(dealer))?.type).toBe('WebhookEndpointDisabled'),
    patience,
  )
})

test('a delivery that cannot be recorded is sent again after a pause', async () => {
  const dealer = await dealerForThisTest()
  const calledAt: number[] = []
  const receiver = await receiverForThisTest((received, response) => {
    calledAt.push(performance.now())
    accepting(received, response)
  })
  await endpointOf(dealer)({ url: receiver.url })
  const webhooks = delivering(dealer, { pauseMs: (failures) => failures * 200 })
  await vi.waitFor(() => expect(webhooks.phase()).toBe('delivering'), patience)
  const full = 'webhooks.refuse_attempt'
  await dealer.rows(`create function ${full}() returns trigger language plpgsql
    as $$ begin raise 'the disk is full'; end $$`)
  await dealer.rows(`create trigger full_disk before insert on webhooks.attempt
    for each row execute function ${full}()`)

  await customersOf(dealer)([1])
  await vi.waitFor(() => expect(calledAt.length).toBeGreaterThan(2), patience)
  const [first = 0, second = 0, third = 0] = calledAt
  expect(second - first).toBeGreaterThan(180)
  expect(third - second).toBeGreaterThan(380)

  await dealer.rows('drop trigger full_disk on webhooks.attempt')
  await untilNothingWaits(dealer)
})
