import type { invoiceEvents } from '#kernel/events/invoice.ts'
import { codeOrNull } from './codes.ts'
import { type PublicDataOf, published } from './decision.ts'
import { type FineMetal, fineMetalOf, worthOf } from './fine-metal.ts'
import { invoiceLine, publicLine } from './invoice-line.ts'
import * as shapes from './shapes.ts'

type Requested = PublicDataOf<typeof invoiceEvents, 'InvoiceRequested'>

export const requestedInvoice = published({
  when: 'An invoice has been worked out and is about to be sent. It counts only once InvoiceIssued follows.',
  fields: {
    invoiceId: shapes.id('The invoice.'),
    uuid: shapes.id('The electronic document (ETTN).'),
    isDraft: shapes.flag('Whether it is only to be kept as a draft at the integrator.'),
    environment: shapes.environment('Where it is official; one in `test` is no real sale.'),
    invoiceType: shapes.oneOf(
      '`ISTISNA`: free of KDV; `OZELMATRAH`: KDV on the labour alone; `SATIS`: KDV on all of it.',
      ['ISTISNA', 'OZELMATRAH', 'SATIS'],
    ),
    exemptionCode: shapes.orNull(shapes.code('The tax authority’s code, where KDV is not due.')),
    channel: shapes.oneOf('`einvoice`: the buyer is on the taxpayer registry; else `earchive`.', [
      'einvoice',
      'earchive',
    ]),
    source: shapes.source,
    bankTransactionId: shapes.bankTransactionId,
    personRef: shapes.orNull(shapes.personRef()),
    transactionDate: shapes.moment('The date of the invoice.'),
    paymentDate: shapes.moment('When it was paid.'),
    currency: shapes.lira(),
    amount: shapes.decimal('What the buyer pays, all in all; as `payableTotal`.'),
    exchanges: shapes.exchanges,
    material: shapes.material,
    quantity: shapes.orNull(shapes.decimal('Of the goods, in `unitType`: the item’s line.')),
    unitType: shapes.orNull(shapes.unitType),
    purity: shapes.purity,
    fineGrams: shapes.orNull(
      shapes.decimal(
        'Fine metal in all of it: `quantity` × `purity` where the purity is known (`OZELMATRAH`), else what the item’s net amount is worth in fine metal. Null for currencies.',
      ),
    ),
    templateId: shapes.templateId,
    templateKey: shapes.templateKey,
    linesTotal: shapes.decimal('Net of KDV.'),
    allowanceTotal: shapes.decimal('Taken off the net total.'),
    kdvTotal: shapes.decimal('KDV (value added tax).'),
    payableTotal: shapes.decimal('`linesTotal` − `allowanceTotal` + `kdvTotal`.'),
    lines: invoiceLine,
  },
  data: ({ template, lines, totals, ...data }: Requested, personRef) => {
    const item = lines.find(({ isDefault }) => isDefault)
    return {
      ...data,
      ...totals,
      ...fineMetalIn({ template, lines, totals, ...data }),
      quantity: item?.quantity ?? null,
      unitType: item?.unitType ?? null,
      exemptionCode: codeOrNull(data.exemptionCode),
      personRef: personRef(data.personRef),
      currency: 'TRY' as const,
      material: template.material,
      templateId: template.id,
      templateKey: codeOrNull(template.key),
      lines: lines.map(publicLine),
    }
  },
})

/** Only a special base is made of the metal's price; elsewhere the unit's price is made of the total. */
function fineMetalIn({ template, lines, exchanges, invoiceType }: Requested): FineMetal {
  const { material } = template
  const item = lines.find(({ isDefault }) => isDefault)
  if (item === undefined) return { purity: null, fineGrams: null }
  return invoiceType === 'OZELMATRAH'
    ? fineMetalOf({ material, quantity: item.quantity, price: item.price, exchanges })
    : worthOf(material, { amount: item.amount, exchanges })
}
