import { Type } from 'typebox'
import { Parse } from 'typebox/value'
import { expect, onTestFinished, test, vi } from 'vitest'
import { customerEvents } from '#kernel/events/customer.ts'
import { webhookEndpointEvents } from '#kernel/events/webhook-endpoint.ts'
import { type Dealer, dealerForThisTest } from '#test/projections/dealer.ts'
import { COMPANY, customerRecorded } from '#test/projections/samples.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { delivering } from './delivering.ts'
import { untilNothingWaits } from './endpoints.ts'
import { webhooksOf } from './operator.ts'
import { accepting, isSignedBy, type Received, receiverForThisTest } from './receiver.ts'

const ENDPOINT = '1'.repeat(24)
const OLD_SECRET = Buffer.from('a secret of thirty-two bytes !!!').toString('base64')
const patience = { timeout: LONGEST_WAIT_MS, interval: 10 }

const record = (dealer: Dealer, customerId: string, at: string) =>
  dealer.write(customerEvents, customerId, customerRecorded({ customerId }), { at })

/** A running process with an endpoint, after customers of two days. */
async function systemWithEndpoint() {
  const dealer = await dealerForThisTest()
  const receiver = await receiverForThisTest()
  await record(dealer, 'monday', '2026-11-16T09:45:00.123456Z')
  await record(dealer, 'tuesday', '2026-11-17T09:45:00.123456Z')
  await dealer.write(webhookEndpointEvents, ENDPOINT, {
    type: 'WebhookEndpointRecorded',
    data: {
      companyId: COMPANY,
      endpointId: ENDPOINT,
      url: receiver.url,
      eventTypes: ['sarraf.customer.*'],
      secrets: [OLD_SECRET],
      status: true,
    },
  })
  await record(dealer, 'wednesday', '2026-11-18T09:45:00.123456Z')
  const first = delivering(dealer)
  await vi.waitFor(() => expect(subjects(receiver.received)).toEqual(['wednesday']), patience)
  // The receiver has it before the process knows that.
  await untilNothingWaits(dealer)
  return { dealer, first, receiver, webhooks: webhooksOf(dealer) }
}

const Made = Type.Object({ secret: Type.TemplateLiteral('whsec_${string}') })

/** Whether the old secret and each of the others sign the call. */
const signersOf =
  (...secrets: readonly string[]) =>
  (received: Received) =>
    [OLD_SECRET, ...secrets].map((secret) => isSignedBy(secret, received))

const subjects = (received: readonly Received[]) => received.map(({ payload }) => payload.subject)

test('a replay delivers the events from before the endpoint, and again under the same ids', async () => {
  const { receiver, webhooks } = await systemWithEndpoint()

  const asked = await webhooks('replay', '--endpoint', ENDPOINT, '--since', '2026-11-17')
  expect(asked).toMatchObject([{ endpoint: ENDPOINT, since: '2026-11-17T00:00:00.000Z' }])

  await vi.waitFor(() => expect(receiver.received).toHaveLength(3), patience)
  const [first, ...replayed] = receiver.received
  expect(subjects(replayed).toSorted()).toEqual(['tuesday', 'wednesday'])
  expect(replayed.map(({ id }) => id)).toContain(first?.id)
  await expect(
    webhooks('replay', '--endpoint', '2'.repeat(24), '--since', '2026-11-17'),
  ).rejects.toThrow('There is no endpoint')
})

test('the log shows each attempt of the last 30 days, and the list the waiting events', async () => {
  const { dealer, first, receiver, webhooks } = await systemWithEndpoint()
  receiver.answerWith((_received, response) => void response.writeHead(503).end())
  await record(dealer, 'thursday', '2026-11-19T09:45:00.123456Z')
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(1), patience)

  const attempts = async () => {
    const rows = await webhooks('log', '--endpoint', ENDPOINT)
    return rows.map(({ record: of, outcome, status }) => [of, outcome, status])
  }
  await vi.waitFor(
    async () =>
      expect((await attempts()).slice(0, 2)).toEqual([
        ['customer wednesday', 'delivered', 204],
        ['customer thursday', 'refused', 503],
      ]),
    patience,
  )
  expect(await webhooks('list')).toMatchObject([
    { id: ENDPOINT, isEnabled: true, secrets: 1, waiting: 1 },
  ])
  const shown = JSON.stringify([
    await webhooks('list'),
    await webhooks('log', '--endpoint', ENDPOINT),
  ])
  expect(shown).not.toContain(OLD_SECRET)

  await dealer.rows(`update webhooks.attempt set at = now() - interval '31 days'`)
  receiver.answerWith(accepting)
  // The next process tidies when it takes over, and then every hour.
  await first.close()
  delivering(dealer)
  await vi.waitFor(
    async () =>
      expect((await attempts()).filter(([of]) => of === 'customer wednesday')).toEqual([]),
    patience,
  )
})

test('the log is printed to its end, or the latest of it', async () => {
  const { dealer, webhooks } = await systemWithEndpoint()
  await dealer.rows(`insert into webhooks.attempt
    select endpoint_id, webhook_id, type, record, at - number * interval '1 minute', number, outcome,
      status, duration_ms
    from webhooks.attempt, generate_series(1, 2500) as number`)

  const all = await webhooks('log', '--endpoint', ENDPOINT)
  expect(all).toHaveLength(2_501)
  expect(all[0]).toMatchObject({ attempt: 2_500 })
  expect(await webhooks('log', '--endpoint', ENDPOINT, '--limit', '2')).toEqual(all.slice(-2))
})

test('an event that its receiver always refuses is skipped, and the next one of its record is delivered', async () => {
  const { dealer, receiver, webhooks } = await systemWithEndpoint()
  const before = receiver.received.length
  receiver.answerWith((received, response) => {
    if (received.payload.sequence === '0') response.writeHead(422).end()
    else accepting(received, response)
  })
  for (const day of ['19', '20', '21']) await record(dealer, 'odd', `2026-11-${day}T09:45:00Z`)
  await record(dealer, 'even', '2026-11-21T09:45:00Z')
  const sent = () => receiver.received.slice(before)
  const first = () => sent().find(({ payload }) => payload.subject === 'odd')
  await vi.waitFor(() => expect(first()).toBeDefined(), patience)
  const refused = first()
  const named = ['--endpoint', ENDPOINT, '--webhook-id', refused?.id ?? ''] as const

  expect(await webhooks('skip', ...named)).toEqual([{ endpoint: ENDPOINT, skipped: refused?.id }])

  const sequences = () =>
    sent().flatMap(({ payload }) => (payload.subject === 'odd' ? [payload.sequence] : []))
  await vi.waitFor(() => expect(sequences().slice(-2)).toEqual(['1', '2']), patience)
  expect(await webhooks('log', '--endpoint', ENDPOINT)).toContainEqual(
    expect.objectContaining({ webhookId: refused?.id, outcome: 'skipped', status: null }),
  )
  await expect(webhooks('skip', ...named)).rejects.toThrow('No event')
})

test('an endpoint of which the only refused event is skipped fails no longer', async () => {
  const { dealer, receiver, webhooks } = await systemWithEndpoint()
  const held = Promise.withResolvers<void>()
  onTestFinished(() => held.resolve())
  const before = receiver.received.length
  receiver.answerWith((_received, response) => void response.writeHead(503).end())
  await record(dealer, 'odd', '2026-11-19T09:45:00Z')
  const failing = () => dealer.rows('select endpoint_id from webhooks.failing')
  await vi.waitFor(async () => expect(await failing()).toHaveLength(1), patience)
  receiver.answerWith((_received, response) => {
    void held.promise.then(() => response.writeHead(503).end())
  })
  const calls = receiver.received.length
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(calls), patience)

  const id = receiver.received[before]?.id ?? ''
  await webhooks('skip', '--endpoint', ENDPOINT, '--webhook-id', id)
  expect(await failing()).toEqual([])

  // Nor does the answer to the call that was under way count.
  held.resolve()
  const outcomes = async () =>
    (await webhooks('log', '--endpoint', ENDPOINT)).map(({ outcome }) => outcome)
  await vi.waitFor(
    async () => expect((await outcomes()).slice(-2)).toEqual(['skipped', 'refused']),
    patience,
  )
  expect(await failing()).toEqual([])
})

test('a new secret signs in parallel with the old one until the old one is ended', async () => {
  const { dealer, receiver, webhooks } = await systemWithEndpoint()
  const [made] = await webhooks('new-secret', ENDPOINT)
  const { secret: lost } = Parse(Made, made)

  await record(dealer, 'thursday', '2026-11-19T09:45:00.123456Z')
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), patience)
  expect(receiver.received.map(signersOf(lost))).toEqual([
    [true, false],
    [true, true],
  ])

  // The receiver has one of them: it must not be the one that ends.
  await expect(webhooks('new-secret', ENDPOINT)).rejects.toThrow('Two secrets are valid')
  const [again] = await webhooks('new-secret', ENDPOINT, '--replace', 'newest')
  const { secret } = Parse(Made, again)
  await record(dealer, 'friday', '2026-11-20T09:45:00.123456Z')
  await vi.waitFor(() => expect(receiver.received).toHaveLength(3), patience)
  expect(receiver.received.map(signersOf(lost, secret)).at(-1)).toEqual([true, false, true])

  expect(await webhooks('end-old-secret', ENDPOINT)).toEqual([
    { webhookEndpoint: ENDPOINT, ended: 1 },
  ])
  await record(dealer, 'saturday', '2026-11-21T09:45:00.123456Z')
  await vi.waitFor(() => expect(receiver.received).toHaveLength(4), patience)
  expect(receiver.received.map(signersOf(lost, secret)).at(-1)).toEqual([false, false, true])
})
