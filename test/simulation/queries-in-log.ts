import { isDeepStrictEqual } from 'node:util'
import { bankQueryEvents } from '#kernel/events/bank-query.ts'
import { bankTransactionEvents } from '#kernel/events/bank-transaction.ts'
import { kmtsVerificationEvents } from '#kernel/events/kmts-verification.ts'
import { sanctionCheckEvents } from '#kernel/events/sanction-check.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { decoded } from '#test/support/decoded.ts'
import type { Answer } from '#test/support/system-client.ts'
import type { Answered } from './faults-in-log.ts'
import { publishedLists } from './setup.ts'
import { isComplete } from './wishes.ts'
import type { SimulatedBank } from './world/bank.ts'
import { registered, type SimulatedRegister } from './world/register.ts'

export interface Queried {
  readonly events: readonly StoredEvent[]
  readonly answered: readonly Answered[]
  readonly bank: SimulatedBank
  readonly register: SimulatedRegister
  /** In each company. */
  readonly refsOf: (idNo: string) => readonly string[]
  /** Of the bank, when all faults have ended. */
  readonly queried: Answer
}

const recordedIn = (events: readonly StoredEvent[]) =>
  decoded([bankTransactionEvents], events).flatMap(({ event, metadata }) =>
    event.type === 'BankTransactionRecorded' ? [{ ...event.data, by: metadata.attemptId }] : [],
  )

/** The stamps of the bookings that are recorded. */
export const bookedIn = (events: readonly StoredEvent[]): ReadonlySet<string> =>
  new Set(recordedIn(events).map(({ stamp }) => stamp))

export function missedBookings({ answered, bank, events, queried }: Queried): readonly string[] {
  const recorded = bookedIn(events)
  return [
    ...answered.flatMap(({ missing }) =>
      missing.map((stamp) => `a query is complete, and ${stamp} is not recorded`),
    ),
    ...(isComplete(queried) ? [] : ['the bank cannot be queried any more']),
    ...bank.stamps().flatMap((stamp) => (recorded.has(stamp) ? [] : [`${stamp} is not recorded`])),
  ]
}

export function doubledBookings({ bank, events }: Queried): readonly string[] {
  const recorded = recordedIn(events)
  const byStamp = Map.groupBy(recorded, ({ stamp }) => stamp)
  return [
    ...[...byStamp].flatMap(([stamp, all]) =>
      all.length > 1 ? [`${stamp} is recorded ${all.length} times`] : [],
    ),
    ...recorded.flatMap(({ stamp, amount, transactionDate }) => {
      const booked = bank.booked(stamp)
      const isSame =
        Number(booked?.amount) === Number(amount) && booked?.transactionDate === transactionDate
      return isSame ? [] : [`${stamp} is not what the bank has booked`]
    }),
    ...decoded([bankQueryEvents], events).flatMap(({ event }) =>
      event.type === 'BookingSetAside' ? [`${event.data.stamp} is set aside`] : [],
    ),
  ]
}

export function gapsBetweenQueries({ events }: Queried): readonly string[] {
  const faults: string[] = []
  const recorded = Map.groupBy(recordedIn(events), ({ by }) => by)
  let until: string | undefined
  for (const { event, metadata } of decoded([bankQueryEvents], events)) {
    if (event.type !== 'BankAccountQueried') continue
    const { from, to, recordedCount } = event.data
    const count = recorded.get(metadata.attemptId)?.length ?? 0
    if (count !== recordedCount)
      faults.push(`a query counts ${recordedCount} new bookings, and has recorded ${count}`)
    if (until !== undefined && from > until) faults.push(`nothing was asked of ${until} to ${from}`)
    if (until === undefined || to > until) until = to
  }
  return faults
}

export function repeatedAttempts({ events, register }: Queried): readonly string[] {
  const started = new Set(
    decoded([kmtsVerificationEvents], events).flatMap(({ event }) =>
      event.type === 'KmtsQueryStarted' ? [event.data.attemptId] : [],
    ),
  )
  const made = new Set<string>()
  const faults: string[] = []
  for (const attempt of register.attempts) {
    if (made.has(attempt)) faults.push(`the register is asked twice by ${attempt}`)
    if (!started.has(attempt))
      faults.push(`the register is asked by ${attempt}, which nobody began`)
    made.add(attempt)
  }
  return faults
}

export function otherOutcomes({ events, refsOf }: Queried): readonly string[] {
  const faults: string[] = []
  const labels = new Map<string, string>()
  const ended = new Set<string>()
  for (const { event } of decoded([kmtsVerificationEvents], events)) {
    const { verificationId: id } = event.data
    if (event.type === 'KmtsQueryStarted') labels.set(id, event.data.scannedCode)
    else if (ended.has(id)) faults.push(`label query ${id} has a second outcome`)
    else ended.add(id)
    if (event.type !== 'KmtsChecked') continue
    const { kind: _, ...said } = registered(labels.get(id) ?? '')
    const { outcome, entry } = event.data
    if (!isDeepStrictEqual({ outcome, entry }, said))
      faults.push(`label query ${id} has another outcome than the register says`)
  }
  for (const { event } of decoded([sanctionCheckEvents], events)) {
    const { checkId, lists, masakCount, personRef } = event.data
    const searched = lists.find(({ list }) => list === 'masak')?.version
    const list = publishedLists.find(({ version }) => version === searched)
    const expected =
      list?.idNos.some((idNo) => refsOf(idNo).includes(personRef ?? '')) === true ? 1 : 0
    if (list === undefined || masakCount !== expected)
      faults.push(`check ${checkId} has found ${masakCount} in ${searched}, not ${expected}`)
  }
  return faults
}
