import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { bankQuery } from '#command/bank-queries/bank-query.ts'
import {
  bankQueryRepository,
  bankQueryStream,
} from '#command/bank-queries/bank-query-repository.ts'
import { bankQuerying } from '#command/bank-queries/query.ts'
import { leasesIn } from '#command/event-sourcing/leases.ts'
import { httpBankGateway } from '#command/providers/bank-gateway/http.ts'
import { fold } from '#kernel/domain/aggregate.ts'
import { bankQueryEvents } from '#kernel/events/bank-query.ts'
import { silentLogger as logger } from '#kernel/platform/process/logger.ts'
import { decodeWithoutKeys } from '#kernel/platform/recording/event-codec.ts'
import {
  type FailureKind,
  faultyEventStore,
  type PlannedFailure,
} from '#test/support/faulty-event-store.ts'
import { infrastructureForThisFile } from '#test/support/infrastructure.ts'
import { bankBooking, littleBank } from '#test/support/little-bank.ts'
import { contextIn } from '#test/support/request-context.ts'

const infrastructure = infrastructureForThisFile()
const id = () => randomBytes(12).toString('hex')

/** An account at a little bank, and processes that query it. */
async function account() {
  const { pool, vault, eventStore } = infrastructure()
  const bank = await littleBank(2)
  const names = { companyId: id(), accountId: id() }
  const context = contextIn(names.companyId)
  const process = async () => {
    const faulty = faultyEventStore(eventStore)
    const log = { eventStore: faulty.store, vault, now: Date.now }
    const querying = bankQuerying({
      log,
      logger,
      repository: bankQueryRepository(log),
      gateway: httpBankGateway({ url: bank.url, timeoutMs: 5_000, logger }),
      leases: await leasesIn(pool, { logger, leaseMs: 15_000 }),
      newId: randomUUID,
      loginOf: () => undefined,
      timeZoneOf: () => 'Europe/Istanbul',
      signal: new AbortController().signal,
    })
    const one = {
      accountId: names.accountId,
      name: 'TL',
      accountRef: 'ref',
      othersOf: () => [],
      isOfAnother: () => false,
    }
    const query = async () => (await querying.query([one], context)).results[0]
    return { faulty, query }
  }
  return { bank, process, ...names }
}

async function logOf(companyId: string, accountId: string) {
  const { eventStore, eventsOf } = infrastructure()
  const stored = await eventStore.readStream(bankQueryStream(accountId), { maxCount: 1_000 })
  const events = decodeWithoutKeys(() => bankQueryEvents, stored).map(({ event }) => event)
  const all = await eventsOf(companyId)
  const dataOf = (type: string) =>
    all.filter((event) => event.type === type).map(({ data }) => data)
  return {
    open: [...fold(bankQuery, events).open].map(([bookingId, { stamp }]) => ({ bookingId, stamp })),
    setAside: dataOf('BookingSetAside').map(({ bookingId }) => String(bookingId)),
    kept: dataOf('BookingKept').map(({ bookingId }) => String(bookingId)),
    recorded: dataOf('BankTransactionRecorded').map(({ stamp }) => String(stamp)),
  }
}

const book = ({ bank }: Awaited<ReturnType<typeof account>>) =>
  bank.book(
    bankBooking('A'),
    bankBooking('odd', { islTtr: '-1' }),
    '{"islTtr":"1"}',
    bankBooking('A', { islTtr: '7' }),
    bankBooking('B'),
  )

/** A query interrupted as planned, and one of another process; then what the first had sent arrives. */
async function interrupted(planned: PlannedFailure | undefined) {
  const queried = await account()
  book(queried)
  const first = await queried.process()
  if (planned !== undefined) first.faulty.planFailure(planned)
  await first.query()
  const calls = first.faulty.calls()
  const second = await (await queried.process()).query()
  await first.faulty.deliverLate()
  return {
    ...queried,
    calls,
    result: second,
    log: await logOf(queried.companyId, queried.accountId),
  }
}

test('whatever call a process dies at, the next query records and sets aside all of it, each once', async () => {
  const { calls } = await interrupted(undefined)
  expect(calls).toBeGreaterThan(15)
  for (const failure of ['before', 'after', 'late'] as const satisfies readonly FailureKind[]) {
    for (let at = 1; at <= calls; at++) {
      const { log, result } = await interrupted({ at, failure })
      const where = `${failure} ${at}`
      expect([where, log.recorded.toSorted()]).toEqual([where, ['A', 'B']])
      const ids = log.open.map(({ bookingId }) => bookingId).toSorted()
      expect([where, ids]).toEqual([where, log.kept.toSorted()])
      expect([where, log.setAside.toSorted()]).toEqual([where, ids])
      const stamps = log.open.map(({ stamp }) => String(stamp)).toSorted()
      expect([where, stamps]).toEqual([where, ['A', 'null', 'odd']])
      expect(result).toMatchObject({ status: 'failed' })
      expect(result?.message).toContain('3 bookings set aside wait for a person’s decision')
    }
  }
})
