import { appendOne } from '#command/event-sourcing/append.ts'
import type {
  BookingSource,
  MemberFault,
  ReadableFields,
} from '#command/providers/bank-gateway/port.ts'
import { eventIdFrom } from '#kernel/domain/ids.ts'
import { instantOf } from '#kernel/domain/instant.ts'
import { personRefOf } from '#kernel/domain/person-name.ts'
import {
  type SetAsideBookingEvent,
  setAsideBookingEvents,
  setAsideBookingStream,
} from '#kernel/events/set-aside-booking.ts'
import { type LogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { mapConcurrently } from '#kernel/platform/waiting/map-concurrently.ts'
import type { Log } from '../event-sourcing/log.ts'
import type { BankQueryDecision, DataOf } from './bank-query.ts'
import { type BankQueryRepository, bankQueryStream } from './bank-query-repository.ts'
import { ownerOf, type Recording } from './record-transactions.ts'

const ID_LENGTH = 24

/** A booking that is not recorded. */
export interface FoundBooking extends Pick<DataOf<'BookingSetAside'>, 'reason'> {
  /** By which it is known again when the bank delivers it again. */
  readonly identity: string
  readonly faults: readonly MemberFault[]
  readonly fields: Pick<
    ReadableFields,
    'stamp' | 'incoming' | 'transactionDate' | 'amount' | 'currency' | 'idNo'
  >
  readonly source: BookingSource
}

export interface SetAsideBooking extends FoundBooking {
  readonly bookingId: string
}

export interface SetAside {
  readonly all: readonly SetAsideBooking[]
  /** Those that were not set aside before. */
  readonly added: readonly SetAsideBooking[]
  /** Of the last event appended; the start of the log if there was none. */
  readonly position: LogPosition
}

interface Dependencies {
  readonly log: Log
  readonly repository: BankQueryRepository
}

/** A booking that is open already is not set aside again. */
export const setAside =
  (bookings: readonly DataOf<'BookingSetAside'>[]): BankQueryDecision =>
  ({ open }) =>
    bookings
      .filter(({ bookingId }) => !open.has(bookingId))
      .map((data) => ({ type: 'BookingSetAside', data }))

/**
 * Sets bookings aside, once each. The account's stream names them before their own streams keep what the
 * bank wrote. So one that is kept is known to the account, and after a crash in between the next query, which
 * asks for the same period, keeps it.
 */
export async function setAsideBookings(
  { log, repository }: Dependencies,
  recording: Recording,
  found: readonly FoundBooking[],
): Promise<SetAside> {
  const all = withIds(log, recording, found)
  const added = await notKept(log, all)
  if (added.length === 0) return { all, added, position: START_OF_LOG }
  const { accountId, origin } = recording
  const { position } = await repository.execute({
    stream: bankQueryStream(accountId),
    decision: setAside(added.map((booking) => dataOf(accountId, booking))),
    origin,
  })
  await mapConcurrently(added, (booking) => keep(log, recording, booking))
  return { all, added, position }
}

function withIds({ vault }: Log, recording: Recording, found: readonly FoundBooking[]) {
  const { accountId, origin } = recording
  const idOf = (identity: string) =>
    vault.pseudonym('booking', origin.companyId, accountId, identity).slice(0, ID_LENGTH)
  const bookings = found.map((booking) => ({ ...booking, bookingId: idOf(booking.identity) }))
  return [...new Map(bookings.map((booking) => [booking.bookingId, booking])).values()]
}

async function notKept({ eventStore }: Log, bookings: readonly SetAsideBooking[]) {
  const kept = await mapConcurrently(bookings, async ({ bookingId }) => {
    const [first] = await eventStore.readStream(setAsideBookingStream(bookingId), { maxCount: 1 })
    return first !== undefined
  })
  return bookings.filter((_, index) => kept[index] === false)
}

const dataOf = (
  accountId: string,
  { bookingId, reason, faults, fields }: SetAsideBooking,
): DataOf<'BookingSetAside'> => ({
  accountId,
  bookingId,
  stamp: fields.stamp,
  reason,
  faults: [...faults],
  incoming: fields.incoming,
  transactionDate: fields.transactionDate,
  amount: fields.amount,
  currency: fields.currency,
})

async function keep(log: Log, { accountId, origin }: Recording, booking: SetAsideBooking) {
  const { companyId } = origin
  const { bookingId, source, fields } = booking
  const { idNo, transactionDate } = fields
  const stream = setAsideBookingStream(bookingId)
  const personRef = personRefOf(log.vault, companyId, idNo)
  const event: SetAsideBookingEvent = {
    type: 'BookingKept',
    data: { companyId, accountId, bookingId, personRef, transactionDate, source },
  }
  const toEncode = {
    family: setAsideBookingEvents,
    event,
    id: eventIdFrom(origin.commandId, stream),
    stream,
    recordedAt: instantOf(log.now()),
    origin,
    owner: ownerOf(companyId, idNo),
  }
  await appendOne(log, toEncode, 'no_stream')
}
