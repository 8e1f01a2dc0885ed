import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { purchaseIn } from '#command/expense-vouchers/complete.ts'
import { draftVoucher } from '#command/expense-vouchers/voucher-draft.ts'
import { draftInvoice } from '#command/invoices/invoice-draft.ts'
import { expenseVouchers } from '#publishing/events/expense-vouchers.ts'
import { invoices } from '#publishing/events/invoices.ts'
import { facts as voucherFacts } from '#test/command-service/expense-vouchers/draft-samples.ts'
import {
  bracelet,
  facts as invoiceFacts,
  manualRequest as invoiceRequest,
} from '#test/command-service/invoices/draft-samples.ts'
import { cover } from '#test/support/cover.ts'
import { invoiceHappenings } from '#test/support/invoice-events.ts'
import { content, manualRequest, template } from '#test/support/voucher-samples.ts'

const circumstances = { companyId: 'c0ffee000000000000000001', personRef: () => null }

const scaled = (units: number, places: number) => {
  const digits = String(units).padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** Whole numbers of the smallest part, so that nothing is rounded here. */
function exactProduct(one: string, other: string) {
  const [a, b] = [one, other].map((text) => {
    const [whole = '', part = ''] = text.split('.')
    return { units: BigInt(whole + part), places: part.length }
  })
  if (a === undefined || b === undefined) throw new Error('two factors')
  return { units: a.units * b.units, places: a.places + b.places }
}

/** Both as whole numbers of the same part. */
function expectSame(text: string, { units, places }: ReturnType<typeof exactProduct>) {
  const [whole = '', part = ''] = text.split('.')
  const common = Math.max(part.length, places)
  expect(BigInt(whole + part.padEnd(common, '0'))).toBe(units * 10n ** BigInt(common - places))
}

const metal = fc.constantFrom('gold', 'silver', 'platin', 'paladyum')
const purity = fc.oneof(
  fc.integer({ min: 1, max: 10_000 }).map((units) => scaled(units, 4)),
  fc.integer({ min: 1, max: 40_000_000 }).map((units) => scaled(units, 6)),
)
const exchanges = fc.oneof(
  fc.integer({ min: 20_00, max: 100_00 }).map((cents) => cents / 100),
  fc.integer({ min: 1_00, max: 9_000_00 }).map((cents) => cents / 100),
)
const amount = fc.integer({ min: 1, max: 900_000_000 }).map((cents) => cents / 100)
const unitType = fc.constantFrom('GRM', 'C62')
const document = fc.record({ metal, purity, exchanges, amount, unitType })

test('fine grams of a voucher are its quantity times the purity of its template, to the last digit', () => {
  const cases = cover('gold', 'silver', 'platin', 'paladyum')
  cases.assert(
    fc.property(document, (one) => {
      const made = template({ material: one.metal, exchange: one.purity, unitType: one.unitType })
      const request = manualRequest({ amount: one.amount, exchanges: one.exchanges })
      const { draft } = draftVoucher(request, voucherFacts({ template: made }))
      fc.pre(draft !== undefined)
      const voucher = content(draft)
      const drafted = expenseVouchers.publish(
        { type: 'VoucherDrafted', data: voucher },
        circumstances,
      )
      const stockMovement = {
        direction: 'in',
        material: one.metal,
        quantity: voucher.quantity,
        unitType: voucher.unitType,
      }
      const data = {
        voucherId: voucher.voucherId,
        serial: 'GP',
        number: '1',
        printDate: voucher.transactionDate,
        stockMovement,
        purchase: purchaseIn(voucher),
        bankTransactionId: null,
      }
      const finalized = expenseVouchers.publish({ type: 'VoucherFinalized', data }, circumstances)
      for (const event of [drafted, finalized]) {
        expect(event?.data).toMatchObject({ purityDerived: false, day: '2026-11-20' })
        expectSame(String(event?.data['fineGrams']), exactProduct(voucher.quantity, one.purity))
      }
      cases.count(one.metal)
    }),
    { numRuns: 2_000, atLeast: 20 },
  )
})

test('fine grams of an invoice of any type are its quantity times the purity of its template', () => {
  const cases = cover('OZELMATRAH', 'ISTISNA', 'SATIS')
  const type = fc.constantFrom('OZELMATRAH', 'ISTISNA', 'SATIS')
  cases.assert(
    fc.property(document, type, (one, invoiceType) => {
      const sold = bracelet({ material: one.metal, exchange: one.purity, unitType: one.unitType })
      const request = invoiceRequest({ amount: one.amount, exchanges: one.exchanges, invoiceType })
      const { draft } = draftInvoice(request, invoiceFacts({ template: sold }))
      fc.pre(draft !== undefined)
      const requested = invoiceHappenings('1')('InvoiceRequested', {
        ...draft,
        lines: [...draft.lines],
      })
      const event = invoices.publish(requested, circumstances)
      const item = draft.lines.find(({ isDefault }) => isDefault)
      expect(event?.data).toMatchObject({ purityDerived: false, day: '2026-11-20' })
      expectSame(String(event?.data['fineGrams']), exactProduct(item?.quantity ?? '', one.purity))
      cases.count(invoiceType)
    }),
    { numRuns: 2_000, atLeast: 20 },
  )
})

test('silver of 0.835 at 72.51 lira is right to the last digit', () => {
  const silver = template({ material: 'silver', exchange: '0.835' })
  const request = manualRequest({ amount: 60_550, exchanges: 72.51 })
  const { draft } = draftVoucher(request, voucherFacts({ template: silver }))
  const event = expenseVouchers.publish(
    { type: 'VoucherDrafted', data: content(draft) },
    circumstances,
  )
  expect(event?.data).toMatchObject({ quantity: '1000', purity: '0.835', fineGrams: '835' })
})

test('what an earlier release recorded keeps its reckoning, and says that it is one', () => {
  const earlier = {
    ...content(),
    purity: null,
    timeZone: null,
    day: null,
    exchanges: '72.51',
    price: '60.55',
    quantity: '1000',
  }
  const drafted = expenseVouchers.publish({ type: 'VoucherDrafted', data: earlier }, circumstances)
  expect(drafted?.data).toMatchObject({ purity: '0.8351', fineGrams: '835.1', purityDerived: true })
  expect(Object.keys(drafted?.data ?? {})).not.toContain('day')
  const requested = invoiceHappenings('1')('InvoiceRequested', {
    purity: null,
    timeZone: null,
    day: null,
  })
  const asked = invoices.publish(requested, circumstances)
  expect(asked?.data).toMatchObject({ purity: '0.916', purityDerived: true })
  expect(Object.keys(asked?.data ?? {})).not.toContain('timeZone')
})
