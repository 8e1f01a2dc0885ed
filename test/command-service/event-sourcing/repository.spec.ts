import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { claimDocument } from '#command/claims/document-ledger.ts'
import { claimTransaction, releaseTransaction } from '#command/claims/transaction-claim.ts'
import { StreamTooBusy } from '#command/event-sourcing/contention.ts'
import { voucherRepositories } from '#command/expense-vouchers/repository.ts'
import { documentLedgerEvents } from '#kernel/events/claims.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { type Origin } from '#kernel/platform/recording/event-codec.ts'
import { originOfProcess } from '#kernel/platform/recording/origin.ts'
import { infrastructureForThisFile } from '#test/support/infrastructure.ts'
import { recordEvents } from '#test/support/stored-events.ts'

const infrastructure = infrastructureForThisFile()
const transactionId = '7a0000000000000000000001'

const process = (eventStore: EventStore = infrastructure().eventStore) =>
  voucherRepositories({ eventStore, vault: infrastructure().vault, now: Date.now })

const origin = (companyId = 'company-1', commandId = randomUUID()): Origin =>
  originOfProcess('test', { companyId, commandId, cause: null })

const owner = (id: string) => ({ kind: 'expenseVoucher', id }) as const
const newClaimStream = () => `transactionClaim-${randomUUID()}`
const newLedger = () => `documentLedger-${randomUUID()}`

const claim = (stream: string, id: string, from = origin()) => ({
  stream,
  decision: claimTransaction({ transactionId, owner: owner(id) }),
  origin: from,
})
const release = (stream: string, id: string) => ({
  stream,
  decision: releaseTransaction({ transactionId, owner: owner(id) }),
  origin: origin(),
})

const eventsIn = async (stream: string) =>
  (await infrastructure().eventStore.readStream(stream, { maxCount: 100 })).map(({ type }) => type)

describe('what one process remembers', () => {
  test('a concurrent write leads to a new decision, not to a second write', async () => {
    const [one, other] = [process(), process()]
    const stream = newClaimStream()
    await one.transactionClaims.execute(claim(stream, 'first'))
    await one.transactionClaims.execute(release(stream, 'first'))
    await other.transactionClaims.execute(claim(stream, 'second'))

    await expect(one.transactionClaims.execute(claim(stream, 'third'))).rejects.toMatchObject({
      code: 'CONFLICT',
      details: [expect.objectContaining({ rule: 'duplicate', existingId: 'second' })],
    })
    expect(await eventsIn(stream)).toHaveLength(3)
  })

  test('never refuses a command that has become allowed', async () => {
    const [one, other] = [process(), process()]
    const stream = newClaimStream()
    await one.transactionClaims.execute(claim(stream, 'first'))
    await other.transactionClaims.execute(release(stream, 'first'))

    const { events, state, revision } = await one.transactionClaims.execute(claim(stream, 'second'))
    expect(events).toHaveLength(1)
    expect({ state, revision }).toEqual({ state: { owner: owner('second') }, revision: 2n })
  })

  test('never treats a command as done that was undone in between', async () => {
    const [one, other] = [process(), process()]
    const stream = newClaimStream()
    await one.transactionClaims.execute(claim(stream, 'first'))
    await other.transactionClaims.execute(release(stream, 'first'))

    expect((await one.transactionClaims.execute(claim(stream, 'first'))).events).toHaveLength(1)
  })

  test('is brought up to date when it is loaded', async () => {
    const [one, other] = [process(), process()]
    const stream = newClaimStream()
    await one.transactionClaims.execute(claim(stream, 'first'))
    const { position, begunAt } = await other.transactionClaims.execute(release(stream, 'first'))
    expect(await one.transactionClaims.load(stream)).toEqual({
      state: { owner: null },
      revision: 1n,
      position,
      companyId: 'company-1',
      begunAt,
    })
  })
})

test('a stream that was assumed to be new but exists is read before the decision', async () => {
  const [one, other] = [process(), process()]
  const stream = newClaimStream()
  await one.transactionClaims.execute(claim(stream, 'first'))
  const again = { ...claim(stream, 'first'), isNew: true }
  expect((await other.transactionClaims.execute(again)).events).toEqual([])
  const rival = { ...claim(stream, 'second'), isNew: true }
  await expect(process().transactionClaims.execute(rival)).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('a stream of another company is not found, remembered or not', async () => {
  const one = process()
  const stream = newClaimStream()
  await one.transactionClaims.execute(claim(stream, 'first'))
  for (const repositories of [one, process()]) {
    const strange = claim(stream, 'first', origin('company-2'))
    await expect(repositories.transactionClaims.execute(strange)).rejects.toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
    })
  }
  expect(await eventsIn(stream)).toHaveLength(1)
})

test('a stream without events is empty', async () => {
  expect(await process().transactionClaims.load(newClaimStream())).toEqual({
    state: { owner: null },
    revision: -1n,
    position: 0n,
    companyId: undefined,
  })
})

test('a command repeated after a lost answer is one write', async () => {
  const stream = newClaimStream()
  const from = origin()
  await process().transactionClaims.execute(claim(stream, 'first', from))
  const again = await process().transactionClaims.execute(claim(stream, 'first', from))
  expect(again.events).toEqual([])
  expect(await eventsIn(stream)).toHaveLength(1)
})

test('of two tries of a command with different content the first one counts', async () => {
  const stream = newLedger()
  const from = origin()
  const wanted = (amount: string) => ({
    stream,
    decision: claimDocument({
      owner: owner('first'),
      day: '2026-11-20',
      amount,
      allowDuplicate: false,
    }),
    origin: from,
    isNew: true,
  })
  await process().ledgers.execute(wanted('1.00'))
  const { events, revision } = await process().ledgers.execute(wanted('2.00'))
  expect({ events: events.length, revision }).toEqual({ events: 1, revision: 1n })
})

test.each([499, 500, 501, 1_000, 1_203])('a stream of %i events is read whole', async (count) => {
  const stream = newLedger()
  await fillLedger(stream, count)
  const { ledgers } = process()
  const last = claimDocument({
    owner: owner('late'),
    day: '2026-11-20',
    amount: `${count - 1}.00`,
    allowDuplicate: false,
  })
  await expect(ledgers.execute({ stream, decision: last, origin: origin() })).rejects.toMatchObject(
    {
      details: [{ existingId: `voucher-${count - 1}` }],
    },
  )
  expect(await ledgers.load(stream)).toMatchObject({ revision: BigInt(count - 1) })
})

test('a writer that always conflicts ends after a limit of tries, with an error that is no refusal', async () => {
  const { eventStore } = infrastructure()
  const rival = process()
  const stream = newLedger()
  const document = (id: string) => ({
    stream,
    decision: claimDocument({
      owner: owner(id),
      day: '2026-11-20',
      amount: '1.00',
      allowDuplicate: true,
    }),
    origin: origin(),
  })
  let rivals = 0
  const unlucky: EventStore = {
    ...eventStore,
    append: async (...append) => {
      await rival.ledgers.execute(document(`rival-${rivals++}`))
      return eventStore.append(...append)
    },
  }
  const ours = process(unlucky).ledgers.execute(document('ours'))
  await expect(ours).rejects.toBeInstanceOf(StreamTooBusy)
  expect(rivals).toBeLessThanOrEqual(101)
  expect(await eventsIn(stream)).toHaveLength(rivals)
})

test('a stream with an event of a later version of the program is not decided on', async () => {
  const stream = newClaimStream()
  const repositories = process()
  await repositories.transactionClaims.execute(claim(stream, 'first'))
  const [stored] = await infrastructure().eventStore.readStream(stream, { maxCount: 1 })
  const { type: _, ...rest } = stored ?? { type: '', data: {}, metadata: {} }
  const event = { ...rest, id: randomUUID(), type: 'TransactionPledged' }
  await infrastructure().eventStore.append(stream, [event], 0n)

  const refused = { name: 'UnknownEvent' }
  await expect(process().transactionClaims.load(stream)).rejects.toMatchObject(refused)
  const wanted = repositories.transactionClaims.execute(claim(stream, 'second'))
  await expect(wanted).rejects.toMatchObject(refused)
})

async function fillLedger(stream: string, count: number) {
  const events = Array.from({ length: count }, (_, place) => ({
    type: 'DocumentClaimed' as const,
    data: { owner: owner(`voucher-${place}`), day: '2026-11-20', amount: `${place}.00` },
  }))
  await recordEvents(infrastructure(), {
    family: documentLedgerEvents,
    events,
    stream,
    companyId: 'company-1',
  })
}
