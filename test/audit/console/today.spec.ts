import { expect, test } from 'vitest'
import { dayIn, timeOfDayIn } from '#kernel/domain/calendar-day.ts'
import { parseDecimal, sum, times } from '#kernel/domain/money.ts'
import { ISTANBUL, NEW_YORK } from '#test/support/gold-trade.ts'
import * as sale from '#test/support/invoices.ts'
import { systemForThisFile } from '#test/support/system.ts'
import type { Dealer } from '#test/support/system-dealer.ts'
import * as purchase from '#test/support/vouchers.ts'
import { auditPageForThisFile, visitor } from '../page/running-page.ts'
import { dealerIn, PURITY, trade } from './trading.ts'

const system = systemForThisFile()
const page = auditPageForThisFile(system)

interface Listed {
  readonly side: 0 | 2
  readonly at: number
  readonly state: string
  readonly amount: string
  readonly grams: string
}

const decimalOf = (value: number) => parseDecimal(value) ?? '0'

/** All that the lists of the API show, with the fine metal of the templates used above. */
async function listed({ api }: Dealer): Promise<readonly Listed[]> {
  const vouchers = purchase.listIn(await api.get('/v1/expenses?pageSize=100'))
  const invoices = await sale.issuedBy({ api })
  const sold = invoices.map(async (invoice): Promise<Listed> => {
    const { lines } = sale.detailIn(await api.get(`/v1/invoices/${invoice.id}`))
    const item = lines.find(({ isDefault }) => isDefault)
    const quantity = item?.name === 'Amerikan Doları' ? 0 : (item?.quantity ?? 0)
    return {
      side: 2,
      at: Date.parse(invoice.transactionDate),
      state: invoice.invoiceStatus,
      amount: decimalOf(invoice.payableTotal),
      grams: times(decimalOf(quantity), PURITY),
    }
  })
  return [
    ...vouchers.map(
      ({ transactionDate, isDraft, amount, quantity }): Listed => ({
        side: 0,
        at: Date.parse(transactionDate),
        state: isDraft ? 'draft' : 'finalized',
        amount: decimalOf(amount),
        grams: times(decimalOf(quantity), PURITY),
      }),
    ),
    ...(await Promise.all(sold)),
  ]
}

const before = (day: string) => dayIn('UTC', Date.parse(`${day}T00:00:00Z`) - 7 * 86_400_000)

/** The cells of a file without its first line: a label and four figures in each row. */
async function fileOf(owner: ReturnType<typeof visitor>, name: string, day: string) {
  const { status, headers, page: text } = await owner.get(`/console/today/${name}.csv?day=${day}`)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  return text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.replaceAll('"', '').split(','))
}

async function opened(dealer: Dealer) {
  const owner = visitor(page.url, {}, 'console')
  await owner.signIn(dealer.credentials)
  return owner
}

test.each([
  [ISTANBUL, ['2026-11-21']],
  [NEW_YORK, ['2026-11-20', '2026-11-21']],
])('in %s, each figure of a day is what the lists of the API add up to', async (timeZone, days) => {
  const dealer = await dealerIn(timeZone, system)
  await trade(dealer)
  const documents = await listed(dealer)
  const owner = await opened(dealer)
  for (const day of days) {
    const { states, amounts, grams } = addedUpFor(documents, { timeZone, day })
    const shown = await fileOf(owner, 'states', day)
    expect(shown.map(([state]) => state)).toEqual(['draft', 'finalized', 'cancelled', 'issued'])
    expect(shown).toEqual(states(shown.map(([state = '']) => state)))
    expect(await fileOf(owner, 'amounts', day)).toEqual(amounts)
    expect(await fileOf(owner, 'grams-gold', day)).toEqual(grams)
    const { page: html } = await owner.get(`/console/today?day=${day}&lang=en`)
    expect(html.match(/<figure/g)).toHaveLength(3)
  }
})

/** What the page must say of a day, added up here: of that day and the week before, bought, then sold. */
function addedUpFor(
  documents: readonly Listed[],
  { timeZone, day }: { readonly timeZone: string; readonly day: string },
) {
  const columnOf = ({ at, side }: Listed) => {
    const on = dayIn(timeZone, at)
    if (on === day) return side
    return on === before(day) ? side + 1 : undefined
  }
  const columns = (those: readonly Listed[], figure: (one: Listed) => string) =>
    [0, 1, 2, 3].map((place) => sum(those.filter((one) => columnOf(one) === place).map(figure)))
  const counting = documents.filter(({ state }) => state === 'finalized' || state === 'issued')
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
  const byHour = (figure: (one: Listed) => string) =>
    hours.map((hour) => {
      const those = counting.filter(({ at }) => timeOfDayIn(timeZone, at).startsWith(hour))
      return [`${hour}:00`].concat(columns(those, figure))
    })
  return {
    states: (names: readonly string[]) =>
      names.map((name) => [
        name,
        ...columns(
          documents.filter(({ state }) => state === name),
          () => '1',
        ),
      ]),
    amounts: byHour(({ amount }) => amount),
    grams: byHour(({ grams }) => grams),
  }
}

test('an hour that the clocks repeat is one hour, and the week before has its own offset', async () => {
  const dealer = await dealerIn(NEW_YORK, system)
  const bought = { templateKey: 'hurda', allowDuplicate: true }
  for (const [transactionDate, amount] of [
    ['2026-11-01T05:30:00Z', 999_999_999.99],
    ['2026-11-01T06:30:00Z', 1000.1],
    ['2026-10-25T05:30:00Z', 1007.25],
    ['2026-11-02T04:59:59Z', 1003.5],
    ['2026-11-02T05:00:00Z', 9_000],
  ] as const) {
    const made = await dealer.api.post(
      '/v1/expenses',
      purchase.manual({ ...bought, transactionDate, amount }),
    )
    purchase.createdIn(made)
  }
  const amounts = await fileOf(await opened(dealer), 'amounts', '2026-11-01')
  const some = amounts.filter(([, ...figures]) => figures.some((figure) => figure !== '0'))
  expect(some).toEqual([
    ['01:00', '1000001000.09', '1007.25', '0', '0'],
    ['23:00', '1003.5', '0', '0', '0'],
  ])
})

test('another company’s documents are not among the figures, and a day without any says so', async () => {
  const busy = await dealerIn(ISTANBUL, system)
  await trade(busy)
  const quiet = await opened(await dealerIn(ISTANBUL, system))
  for (const [language, words] of [
    ['en', 'No document has this day'],
    ['tr', 'Bu günün ve bir hafta öncesinin belgesi yok.'],
  ]) {
    const { status, page: shown } = await quiet.get(
      `/console/today?day=2026-11-21&lang=${language}`,
    )
    expect([status, shown.includes('<figure')]).toEqual([200, false])
    expect(shown).toContain(words)
  }
  const missing = await quiet.get('/console/today/amounts.csv?day=2026-11-21')
  expect([missing.status, missing.location]).toEqual([303, '/console/today'])
})

test('a day that the calendar has not is an error; without one the page shows the present day', async () => {
  const owner = await opened(await dealerIn(NEW_YORK, system))
  for (const day of ['2026-02-30', '0000-01-01', 'yesterday', "2026-11-21' or true"]) {
    const { status, page: shown } = await owner.get(`/console/today?day=${encodeURIComponent(day)}`)
    expect(status).toBe(400)
    expect(shown).toContain('“day” is not a date that can be read.')
  }
  const { page: present } = await owner.get('/console/today?day=')
  expect(present).toContain(`: ${dayIn(NEW_YORK, Date.now())}</h1>`)
})
