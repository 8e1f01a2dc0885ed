import type {
  BankGateway,
  GatewayFailure,
  GatewayTransaction,
  ReadBooking,
} from '#command/providers/bank-gateway/port.ts'
import { checkedDecimal } from '#kernel/domain/money.ts'
import { type ProviderWorld, waywardProvider } from './provider.ts'

/** A booking, and when the bank has made it: it can be dated days before. */
interface Booked {
  readonly booking: ReadBooking
  /** Virtual epoch milliseconds. */
  readonly bookedAt: number
}

/** A bank with one account: what it has booked it delivers to everybody who asks. */
export interface SimulatedBank {
  readonly gateway: BankGateway
  /** The stamps of all that it has booked up to now. */
  readonly stamps: () => readonly string[]
  readonly booked: (stamp: string) => GatewayTransaction | undefined
  readonly heal: () => void
}

const PAGE_SIZE = 2
const BOOKED_BEFORE = 3
const BOOKED_MEANWHILE = 3
const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
/** What it has booked before anybody asks, a first query alone asks for. */
const EARLIEST_DAYS = 20
const LATEST_DAYS = 2

const failed = (reason: GatewayFailure['reason']): GatewayFailure => ({
  kind: 'failed',
  reason,
  providerError: reason === 'refused' ? { code: '42', message: 'refused by chance' } : null,
})

/** Half of its bookings it makes while it is asked, and dates them up to two days before. */
export function simulatedBank(world: ProviderWorld, busyForMs: number): SimulatedBank {
  const { time, random } = world
  const startsAt = time.now()
  const { ask, heal, isWayward } = waywardProvider('bank', world, {
    refused: failed('refused'),
    notTaken: failed('rateLimited'),
    timedOut: failed('timeout'),
    aborted: failed('interrupted'),
  })
  const all: readonly Booked[] = Array.from(
    { length: BOOKED_BEFORE + BOOKED_MEANWHILE },
    (_, number) => {
      const isEarly = number < BOOKED_BEFORE
      const bookedAt = isEarly ? startsAt : startsAt + random.integer(0, busyForMs)
      const days = isEarly ? EARLIEST_DAYS : LATEST_DAYS
      const earlierMs = random.integer(1, days * DAY_MINUTES) * MINUTE_MS
      return { bookedAt, booking: booking(number, bookedAt - earlierMs) }
    },
  )
  const until = () => all.filter(({ bookedAt }) => bookedAt <= time.now())

  return {
    heal,
    stamps: () => until().map(({ booking: { transaction } }) => transaction.stamp),
    booked: (stamp) =>
      all.find(({ booking: { transaction } }) => transaction.stamp === stamp)?.booking.transaction,
    gateway: {
      page: ({ from, to, page, ...call }) =>
        ask(call, `page ${page} from ${from.slice(0, 10)}`, () => {
          const within = until().flatMap(({ booking: one }) => {
            const at = Date.parse(one.transaction.transactionDate)
            return Date.parse(from) <= at && at <= Date.parse(to) ? [one] : []
          })
          const bookings = within.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
          return {
            kind: 'answered' as const,
            bookings: isWayward() ? [...bookings, ...bookings] : bookings,
            isLast: within.length <= page * PAGE_SIZE,
          }
        }),
    },
  }
}

const booking = (number: number, at: number): ReadBooking => ({
  kind: 'read',
  source: { text: '', encoding: 'utf-8', isCut: false },
  faults: [],
  transaction: {
    stamp: `B-${number}`,
    incoming: number % 2 === 0,
    transactionDate: new Date(at).toISOString(),
    amount: checkedDecimal(`${100 + number}.00`),
    currency: 'TRY',
    exchangeRate: null,
    balance: null,
    bankCode: null,
    code: null,
    idNo: null,
    nameSurname: 'Ayşe Yılmaz',
    iban: null,
    description: null,
    comment: null,
    fundsNature: null,
  },
})
