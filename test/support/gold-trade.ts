import type pg from 'pg'
import { purchaseIn } from '#command/expense-vouchers/complete.ts'
import { dated } from '#command/provider-documents/dates.ts'
import { times } from '#kernel/domain/money.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import type { InvoiceEvent } from '#kernel/events/invoice.ts'
import { electronicVoucherEvents } from './electronic-voucher-events.ts'
import { braceletLine, invoiceHappenings, type RequestedInvoice } from './invoice-events.ts'
import { content } from './voucher-samples.ts'

const bracelet = '22 ayar bilezik'
const template = {
  id: '5e0000000000000000000002',
  key: bracelet,
  title: bracelet,
  lineName: bracelet,
}

type Changes = Parameters<typeof content>[0]

const drafted = (voucherId: string, given: Changes): ExpenseVoucherEvent => ({
  type: 'VoucherDrafted',
  data: content({ voucherId, ...given }),
})

function finalized(voucherId: string, given: Changes): ExpenseVoucherEvent {
  const voucher = content({ voucherId, ...given })
  const { quantity, unitType, template: made } = voucher
  return {
    type: 'VoucherFinalized',
    data: {
      voucherId,
      serial: 'GP',
      number: '1',
      printDate: '2026-11-20T10:00:00Z',
      stockMovement: { direction: 'in', material: made.material, quantity, unitType },
      purchase: purchaseIn(voucher),
      bankTransactionId: null,
    },
  }
}

/** 12.34 g of scrap of 0.916, late in the evening in Istanbul, which is the same day in UTC still. */
const scrap = {
  transactionDate: '2026-11-20T20:59:59Z',
  amount: '60050.90',
  exchanges: '5312.8',
  purity: '0.916',
  price: '4866.52',
  quantity: '12.34',
} as const

const afterMidnight = { ...scrap, transactionDate: '2026-11-20T21:00:00Z' } as const
const electronic = { documentMode: 'electronic', environment: 'live' } as const
const trial = { documentMode: 'electronic', environment: 'test' } as const
const silver = {
  template: { ...template, material: 'silver' },
  exchanges: '72.51',
  purity: '0.835',
  price: '60.55',
} as const

const bought = (voucherId: string, given: Changes, ...later: ExpenseVoucherEvent[]) => [
  drafted(voucherId, given),
  finalized(voucherId, given),
  ...later,
]

const status = (voucherId: string, found: 'accepted' | 'cancelled', cancelled: boolean) =>
  electronicVoucherEvents(voucherId)('StatusChecked', { found, cancelled })

/** Where midnight is between the two purchases, and where both are of the same day. */
export const ISTANBUL = 'Europe/Istanbul'
export const NEW_YORK = 'America/New_York'

/** What a shop bought on the 20th and, after midnight in Istanbul, on the 21st. */
export const purchases = (prefix: string, timeZone = ISTANBUL): readonly ExpenseVoucherEvent[] =>
  bookedIn(timeZone, purchasesOf(prefix))

function bookedIn(timeZone: string, events: readonly ExpenseVoucherEvent[]) {
  return events.map((event): ExpenseVoucherEvent => {
    if (event.type === 'VoucherDrafted') {
      return {
        ...event,
        data: { ...event.data, ...dated(event.data.transactionDate, { timeZone }) },
      }
    }
    if (event.type !== 'VoucherFinalized' || event.data.purchase === null) return event
    const day = dated(event.data.purchase.transactionDate, { timeZone })
    return { ...event, data: { ...event.data, purchase: { ...event.data.purchase, ...day } } }
  })
}

function purchasesOf(prefix: string): readonly ExpenseVoucherEvent[] {
  const checked = `${prefix}-checked`
  const cancelled = `${prefix}-cancelled`
  const withdrawn = `${prefix}-withdrawn`
  const revoked = `${prefix}-revoked`
  const deleted = `${prefix}-deleted`
  const online = { ...scrap, ...electronic }
  return [
    ...bought(`${prefix}-paper`, scrap),
    ...bought(checked, online, status(checked, 'accepted', false)),
    ...bought(cancelled, online, status(cancelled, 'cancelled', true)),
    ...bought(withdrawn, online, status(withdrawn, 'accepted', true)),
    ...bought(revoked, online, electronicVoucherEvents(revoked)('VoucherCancelled')),
    ...bought(`${prefix}-trial`, { ...scrap, ...trial }),
    ...bought(`${prefix}-silver`, { ...scrap, ...silver }),
    ...bought(`${prefix}-next-day`, afterMidnight),
    drafted(`${prefix}-open`, scrap),
    drafted(deleted, scrap),
    {
      type: 'DraftDeleted',
      data: {
        voucherId: deleted,
        bankTransactionId: null,
        claims: { ledger: 'documentLedger-1', transaction: null },
      },
    },
  ]
}

/** 18.02 g of 0.916 for 100 000 lira, work and KDV included. */
const sale: Partial<RequestedInvoice> = {
  environment: 'live',
  amount: '100000.00',
  exchanges: '5900',
  lines: [
    { ...braceletLine, quantity: '18.02', price: '5404.4', amount: '97387.29' },
    { ...braceletLine, quantity: '18.02', price: '120.82', isDefault: false, isLabor: true },
  ],
}

const bullion: Partial<RequestedInvoice> = {
  ...sale,
  invoiceType: 'ISTISNA',
  purity: '0.9999',
  lines: [{ ...braceletLine, quantity: '16.95', price: '5899.70501475', amount: '100000.00' }],
}

/** What a shop sold on the 20th. */
export function sales(prefix: string, timeZone = ISTANBUL): readonly InvoiceEvent[] {
  const invoice = (name: string, given: Partial<RequestedInvoice>) => {
    const happens = invoiceHappenings(`${prefix}-${name}`)
    const day = dated('2026-11-20T09:45:00Z', { timeZone })
    return { happens, asked: happens('InvoiceRequested', { ...day, ...given }) }
  }
  const issued = [
    invoice('issued', sale),
    invoice('bullion', bullion),
    invoice('trial', { ...sale, environment: 'test' }),
    invoice('dollars', { ...sale, template: { ...template, material: 'usd' } }),
  ]
  const cancelled = invoice('cancelled', sale)
  const refused = invoice('refused', sale)
  return [
    ...issued.flatMap((one) => [one.asked, one.happens('InvoiceIssued')]),
    cancelled.asked,
    cancelled.happens('InvoiceIssued'),
    cancelled.happens('InvoiceCancelled'),
    refused.asked,
    refused.happens('SubmissionRefused'),
  ]
}

interface GoldOfDay {
  readonly company_id: string
  readonly day: string
  readonly is_test: boolean
  readonly bought_grams: string
  readonly bought_lira: string
  readonly sold_grams: string
  readonly sold_lira: string
}

/** A voucher is of 12.34 × 0.916 g, an invoice of 18.02 × 0.916 g; bullion is 16.95 × 0.9999 g. */
const days = {
  [ISTANBUL]: [
    ['2026-11-20', false, ['22.60688', '120101.8', '33.454625', '200000']],
    ['2026-11-20', true, ['11.30344', '60050.9', '16.50632', '100000']],
    ['2026-11-21', false, ['11.30344', '60050.9', '0', '0']],
  ],
  [NEW_YORK]: [
    ['2026-11-20', false, ['33.91032', '180152.7', '33.454625', '200000']],
    ['2026-11-20', true, ['11.30344', '60050.9', '16.50632', '100000']],
  ],
} as const

/** What the analysts' table must say of a company after this number of rounds of purchases and sales. */
export const goldOf = (
  company_id: string,
  rounds = 1,
  timeZone: keyof typeof days = ISTANBUL,
): readonly GoldOfDay[] =>
  days[timeZone].map(([day, is_test, figures]) => {
    const [bought_grams, bought_lira, sold_grams, sold_lira] = figures
    const all = (figure: string) => times(figure, String(rounds))
    return {
      company_id,
      day,
      is_test,
      bought_grams: all(bought_grams),
      bought_lira: all(bought_lira),
      sold_grams: all(sold_grams),
      sold_lira: all(sold_lira),
    }
  })

/** The same with another program's types. */
export const asFigures = (rows: readonly GoldOfDay[]) =>
  rows.map(({ company_id, day, is_test, ...figures }) => [
    company_id,
    day,
    is_test,
    ...Object.values(figures).map(Number),
  ])

/** What the analysts' table says. */
export async function goldIn(pool: pg.Pool): Promise<readonly GoldOfDay[]> {
  const { rows } = await pool.query<GoldOfDay>(
    `select company_id, day::text, is_test,
       trim_scale(bought_grams)::text as bought_grams, trim_scale(bought_lira)::text as bought_lira,
       trim_scale(sold_grams)::text as sold_grams, trim_scale(sold_lira)::text as sold_lira
     from daily_gold.day order by company_id, day, is_test`,
  )
  return rows
}
