import type {
  GatewayBooking,
  ReadBooking,
  UnreadableBooking,
} from '#command/providers/bank-gateway/port.ts'
import { dayIn } from '#kernel/domain/calendar-day.ts'
import { epochMsOf } from '#kernel/domain/instant.ts'
import { type LogPosition, laterOf } from '#kernel/platform/event-store/log-position.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { Log } from '../event-sourcing/log.ts'
import type { BankQueryRepository } from './bank-query-repository.ts'
import type { Delivery } from './delivery.ts'
import { type RecordedBooking, type Recording, recordBookings } from './record-transactions.ts'
import { type FoundBooking, type SetAsideBooking, setAsideBookings } from './set-aside.ts'

export interface PageRecording {
  readonly log: Log
  readonly repository: BankQueryRepository
  readonly logger: Logger
}

interface Recorded {
  /** Transactions that were new. */
  readonly count: number
  readonly position: LogPosition
}

const MOST_LOGGED = 20

/** Records what can be recorded of a page, and sets the rest aside. */
export async function recordPart(
  dependencies: PageRecording,
  recording: Recording & { readonly delivery: Delivery },
  bookings: readonly GatewayBooking[],
): Promise<Recorded> {
  const { log, logger } = dependencies
  const readable = bookings.filter((booking): booking is ReadBooking => booking.kind === 'read')
  const recorded = await recordBookings(log, recording, readable)
  const found = [
    ...bookings.flatMap((booking) => (booking.kind === 'unreadable' ? [unreadable(booking)] : [])),
    ...recorded.flatMap((each) =>
      each.contradictions.length > 0 ? [contradictory(each, recording.timeZone)] : [],
    ),
  ]
  const setAside = await setAsideBookings(dependencies, recording, found)
  const added = recorded.filter(({ isNew }) => isNew)
  note(recording.delivery, recorded, setAside.all)
  logLeftOut(logger, recording, added)
  logSetAside(logger, recording, setAside.added)
  const positions = added.map(({ position }) => position)
  return { count: added.length, position: positions.reduce(laterOf, setAside.position) }
}

const unreadable = ({ identity, faults, fields, source }: UnreadableBooking): FoundBooking => ({
  reason: 'unreadable',
  identity,
  faults,
  fields,
  source,
})

/** It is known again by its facts: everything else may be worded otherwise the next time. */
function contradictory(
  { booking, contradictions }: RecordedBooking,
  timeZone: string,
): FoundBooking {
  const { transaction: fields, source } = booking
  const { stamp, incoming, transactionDate, amount, currency } = fields
  const day = dayIn(timeZone, epochMsOf(transactionDate))
  return {
    reason: 'contradicts',
    identity: JSON.stringify([stamp, incoming, day, amount, currency]),
    faults: contradictions.map((member) => ({ member, rule: 'mismatch' })),
    fields,
    source,
  }
}

function note(
  { setAside, transactions, awaited }: Delivery,
  recorded: readonly RecordedBooking[],
  notRecorded: readonly SetAsideBooking[],
) {
  for (const { bookingId } of notRecorded) setAside.add(bookingId)
  for (const { booking, transactionId, contradictions } of recorded) {
    const { stamp, ...facts } = booking.transaction
    if (!awaited.has(stamp) || contradictions.length > 0) continue
    transactions.set(stamp, { ...facts, transactionId })
  }
}

/** Optional members that could not be read, of transactions that are recorded without them. */
function logLeftOut(logger: Logger, { accountId }: Recording, added: readonly RecordedBooking[]) {
  const leftOut = added.flatMap(({ booking: { transaction, faults } }) =>
    faults.map((fault) => ({ stamp: transaction.stamp, ...fault })),
  )
  if (leftOut.length === 0) return
  const some = leftOut.slice(0, MOST_LOGGED)
  logger.warn(
    { accountId, count: leftOut.length, leftOut: some },
    'transactions are recorded without members that could not be read',
  )
}

function logSetAside(logger: Logger, { accountId }: Recording, added: readonly SetAsideBooking[]) {
  if (added.length === 0) return
  const some = added.slice(0, MOST_LOGGED).map(({ bookingId, reason, faults, fields }) => ({
    bookingId,
    reason,
    stamp: fields.stamp,
    faults,
  }))
  logger.warn(
    { accountId, count: added.length, setAside: some },
    'bookings of a bank were set aside: a person has to decide about them',
  )
}
