import { Big } from 'big.js'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculateInvoice } from '#command/invoices/calculation/calculate-invoice.ts'
import { exemptionCodeOf } from '#command/invoices/taxation.ts'
import { invoiceXml } from '#command/ubl/invoice.ts'
import { invoiceFaults } from '#stack/sandbox/ubl/invoice/invoice-faults.ts'
import { sale } from '#test/command-service/invoices/calculation/samples.ts'
import { invoice } from '#test/command-service/ubl/invoice-samples.ts'
import { cover } from '#test/support/cover.ts'

const silver = {
  material: 'silver',
  laborDisabled: false,
  invoiceType: null,
  exemptionCode: null,
} as const

const hundredths = (max: bigint) =>
  fc.bigInt({ min: 1n, max }).map((units) => new Big(units.toString()).div(100).toFixed(2))

test('the invoice of any sale at any price has no fault for the integrator', () => {
  const cases = cover('ISTISNA', 'OZELMATRAH', 'SATIS')
  cases.assert(
    fc.property(
      fc.constantFrom('ISTISNA', 'OZELMATRAH', 'SATIS'),
      hundredths(99_999_999_999_999n),
      hundredths(10_000_000n),
      fc.record({
        laborType: fc.constantFrom('perUnit', 'fixed'),
        unitType: fc.constantFrom('GRM', 'C62'),
        exchange: fc.constantFrom('1', '0.916', '0.585'),
        vatRate: fc.constantFrom('20', '10', '1'),
      }),
      (invoiceType, amount, exchanges, item) => {
        const result = calculateInvoice(sale(invoiceType, item, { amount, exchanges }))
        if (result.outcome === 'refused') return
        cases.count(invoiceType)
        const exemptionCode = exemptionCodeOf(silver, invoiceType, result.totals.kdvTotal) ?? null
        const document = invoice({ invoiceType, exemptionCode, lines: result.lines })
        expect(invoiceFaults(invoiceXml(document), document.uuid)).toEqual([])
      },
    ),
    { numRuns: 200, atLeast: 3 },
  )
})
