import { appendOne } from '#command/event-sourcing/append.ts'
import type { GatewayTransaction, ReadBooking } from '#command/providers/bank-gateway/port.ts'
import { bookedStatus } from '#kernel/domain/booked-amount.ts'
import { eventIdFrom } from '#kernel/domain/ids.ts'
import { instantOf } from '#kernel/domain/instant.ts'
import { keyHolder, personRefOf } from '#kernel/domain/person-name.ts'
import {
  type BankTransactionEvent,
  bankTransactionEvents,
} from '#kernel/events/bank-transaction.ts'
import { type LogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import {
  bankTransactionIdOf,
  bankTransactionStream,
} from '#kernel/platform/recording/bank-transaction-id.ts'
import { decodeWithoutKeys, type Origin } from '#kernel/platform/recording/event-codec.ts'
import { mapConcurrently } from '#kernel/platform/waiting/map-concurrently.ts'
import type { Log } from '../event-sourcing/log.ts'
import { contradictions } from './contradictions.ts'

/** The account and the company of the transactions. */
export interface Recording {
  readonly accountId: string
  /** Accounts whose transactions the bank may deliver again for this one: they had its reference. */
  readonly otherAccounts: readonly string[]
  readonly origin: Origin
  /** The company's: of the days on which transactions happened. */
  readonly timeZone: string
}

/** What became of a transaction: its stamp is recorded once, from any source. */
export interface BookingOutcome {
  readonly transactionId: string
  readonly isNew: boolean
  /** The members that differ from what is recorded for the stamp; none if it is the same transaction. */
  readonly contradictions: readonly string[]
  /** Of the event that recorded it; the start of the log if it is not new. */
  readonly position: LogPosition
}

export interface RecordedBooking extends BookingOutcome {
  readonly booking: ReadBooking
}

const MOST_VERSIONS = 500

/** Bookings with one stamp are recorded one after the other, in the bank's order. */
export async function recordBookings(
  log: Log,
  recording: Recording,
  bookings: readonly ReadBooking[],
): Promise<readonly RecordedBooking[]> {
  const groups = [...Map.groupBy(bookings, ({ transaction }) => transaction.stamp).values()]
  const outcomes = await mapConcurrently(groups, (group) => inOrder(log, recording, group))
  return outcomes.flat()
}

async function inOrder(log: Log, recording: Recording, bookings: readonly ReadBooking[]) {
  const outcomes: RecordedBooking[] = []
  for (const booking of bookings) {
    const outcome = await recordTransaction(log, recording, booking.transaction)
    outcomes.push({ booking, ...outcome })
  }
  return outcomes
}

/** The transaction's own stream is where its stamp is claimed: what is there first stays. */
export async function recordTransaction(
  log: Log,
  recording: Recording,
  transaction: GatewayTransaction,
): Promise<BookingOutcome> {
  const { companyId } = recording.origin
  const { accountId, otherAccounts, timeZone } = recording
  const { stamp } = transaction
  const idIn = (account: string) => bankTransactionIdOf({ companyId, accountId: account, stamp })
  const transactionId = idIn(accountId)
  for (;;) {
    const known = await firstKnown(log, [transactionId, ...otherAccounts.map(idIn)])
    if (known !== undefined) {
      const differing = contradictions(known.versions, transaction, timeZone)
      const { transactionId: holder } = known
      return {
        transactionId: holder,
        isNew: false,
        contradictions: differing,
        position: START_OF_LOG,
      }
    }
    const position = await append(log, recording, { transactionId, transaction })
    if (position !== undefined) return { transactionId, isNew: true, contradictions: [], position }
  }
}

async function firstKnown(log: Log, ids: readonly string[]) {
  for (const id of ids) {
    const known = await knownVersions(log, id)
    if (known !== undefined) return known
  }
  return undefined
}

/** All that was ever recorded for a stamp, whose stream may only name the transaction. */
async function knownVersions({ eventStore }: Log, transactionId: string) {
  const read = async (id: string) => {
    const stored = await eventStore.readStream(bankTransactionStream(id), {
      maxCount: MOST_VERSIONS,
    })
    const events = decodeWithoutKeys(() => bankTransactionEvents, stored)
    return events.map(({ event }) => event)
  }
  const [first, ...others] = await read(transactionId)
  if (first === undefined) return undefined
  const isAssigned = first.type === 'StampAssigned'
  const holder = isAssigned ? first.data.transactionId : transactionId
  const events = isAssigned ? await read(holder) : [first, ...others]
  const versions = events.flatMap(({ type, data }) =>
    type === 'BankTransactionRecorded' ? [data] : [],
  )
  return { transactionId: holder, versions }
}

interface Claimed {
  readonly transactionId: string
  readonly transaction: GatewayTransaction
}

/** Undefined: another process recorded the stamp in between. */
async function append(
  log: Log,
  { accountId, origin }: Recording,
  { transactionId, transaction }: Claimed,
) {
  const { companyId } = origin
  const stream = bankTransactionStream(transactionId)
  const recordedAt = instantOf(log.now())
  const place = { companyId, accountId, transactionId, createdDate: recordedAt }
  const event = recorded(log, place, transaction)
  const owner = ownerOf(companyId, transaction.idNo)
  const id = eventIdFrom(origin.commandId, stream)
  const family = bankTransactionEvents
  const toEncode = { family, event, id, stream, recordedAt, origin, owner }
  return (await appendOne(log, toEncode, 'no_stream'))?.position
}

/** The law keeps what a bank booked as it keeps fiscal documents. */
export const ownerOf = (companyId: string, idNo: string | null) =>
  ({ companyId, purpose: 'fiscal', person: keyHolder(idNo) }) as const

type BookingPlace = Readonly<
  Record<'companyId' | 'accountId' | 'transactionId' | 'createdDate', string>
>

function recorded(
  { vault }: Log,
  place: BookingPlace,
  transaction: GatewayTransaction,
): BankTransactionEvent {
  const { idNo, nameSurname, iban, description, comment, ...rest } = transaction
  return {
    type: 'BankTransactionRecorded',
    data: {
      ...place,
      ...rest,
      personRef: personRefOf(vault, place.companyId, idNo),
      status: bookedStatus(transaction.amount),
      counterparty: { idNo, nameSurname, iban, description, comment },
    },
  }
}
