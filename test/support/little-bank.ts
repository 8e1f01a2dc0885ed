import type { ServerResponse } from 'node:http'
import { serveForThisTest } from './upstream.ts'

/** One element of `islemler`: an object, or what the bank writes instead of one. */
export type WrittenBooking = object | string | Buffer

const PAGE_SIZE = 100
const DAY_MS = 24 * 60 * 60 * 1000

/** The least that a booking says, in the names of the open-banking standard. */
export const bankBooking = (islNo: string, changes: object = {}) => ({
  islNo,
  brcAlc: 'A',
  islGrckZaman: '2026-11-25T10:00:00+03:00',
  islTtr: '100.00',
  prBrm: 'TRY',
  ...changes,
})

/** A bank gateway of the running test's own: what it books it writes as it is given, page by page. */
export async function littleBank(pageSize = PAGE_SIZE) {
  const booked: Booked[] = []
  const unknown = new Set<string>()
  let isGone = false
  let isBroken = false
  let held = Promise.resolve<unknown>(undefined)
  const asked: URL[] = []
  const url = await serveForThisTest((request, response) => {
    const called = new URL(request.url ?? '', 'http://bank')
    asked.push(called)
    const ask = (name: string) => called.searchParams.get(name) ?? ''
    const [from, to] = [ask('hesapIslemBslTrh'), ask('hesapIslemBtsTrh')].map(Date.parse)
    const within = booked.filter(
      ({ at, account }) =>
        at >= (from ?? 0) && at <= (to ?? 0) && (account ?? ask('hspRef')) === ask('hspRef'),
    )
    const page = Number(ask('syfNo'))
    const breaksOff = isBroken && within.length > 0
    const some = within.slice((page - 1) * pageSize, page * pageSize).map(({ bytes }) => bytes)
    const isLast = within.length <= page * pageSize && !breaksOff
    const head = `{"hspRef":${JSON.stringify(ask('hspRef'))},"syfNo":${page},"sonSyf":${isLast}`
    const end = breaksOff && some.length === 0 ? '' : ']}'
    const answer = Buffer.concat([
      Buffer.from(`${head},"islemler":[`),
      joined(some),
      Buffer.from(end),
    ])
    if (isGone) response.destroy()
    else if (unknown.has(ask('hspRef'))) refuse(response)
    else void answerWhenReleased(response, answer)
  })
  const refuse = (response: ServerResponse) =>
    response
      .writeHead(404, { 'content-type': 'application/json' })
      .end('{"code":"NOT_FOUND","message":"?"}')
  async function answerWhenReleased(response: ServerResponse, answer: Buffer) {
    await held
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(answer)
  }
  const bookFor = (
    account: string | undefined,
    bookings: readonly WrittenBooking[],
    at = Date.now(),
  ) => void booked.push(...bookings.map((each) => ({ account, bytes: bytesOf(each), at })))
  return {
    url,
    asked,
    /** From now on the bank delivers these too, on any account. */
    book: (...bookings: readonly WrittenBooking[]) => bookFor(undefined, bookings),
    /** On one account only. */
    bookFor: (account: string, ...bookings: readonly WrittenBooking[]) =>
      bookFor(account, bookings),
    /** On one account, days ago. */
    bookedFor: (account: string, daysAgo: number, ...stamps: readonly string[]) =>
      bookFor(
        account,
        stamps.map((stamp) => bankBooking(stamp)),
        Date.now() - daysAgo * DAY_MS,
      ),
    /** From now on the bank refuses to be asked about an account. */
    forget: (account: string) => void unknown.add(account),
    /** From now on it answers nobody. */
    leave: () => {
      isGone = true
    },
    /** What it was asked for, since it was last said: the account, and how many days back. */
    askedSince() {
      const calls = asked.splice(0).map(({ searchParams }) => {
        const from = Date.parse(searchParams.get('hesapIslemBslTrh') ?? '')
        const days = Math.round((Date.now() - from) / DAY_MS)
        return { account: searchParams.get('hspRef'), days }
      })
      return [...Map.groupBy(calls, ({ account }) => account)].map(
        ([account, of]) => `${account} ${Math.max(...of.map(({ days }) => days))}`,
      )
    },
    /** Behind what is booked comes a page that stops in its middle. */
    breakOff: () => {
      isBroken = true
    },
    /** From now on the bank lets its callers wait, until the function that this gives is called. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      held = promise
      return () => resolve(undefined)
    },
    /** The bank has never booked anything. */
    clear: () => void booked.splice(0),
  }
}

interface Booked {
  readonly account: string | undefined
  readonly bytes: Buffer
  readonly at: number
}

function bytesOf(booking: WrittenBooking): Buffer {
  if (Buffer.isBuffer(booking)) return booking
  return Buffer.from(typeof booking === 'string' ? booking : JSON.stringify(booking))
}

const joined = (parts: readonly Buffer[]) =>
  Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from(','), part])))
