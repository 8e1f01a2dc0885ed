import { Type } from 'typebox'
import { soldMetal } from '#kernel/domain/fine-metal.ts'
import type { invoiceEvents } from '#kernel/events/invoice.ts'
import { type PublicDataOf, published } from './decision.ts'
import { invoiceLine, publicLine } from './invoice-line.ts'
import * as shapes from './shapes.ts'

type Requested = PublicDataOf<typeof invoiceEvents, 'InvoiceRequested'>
type Imported = PublicDataOf<typeof invoiceEvents, 'InvoiceImported'>

const content = {
  invoiceId: shapes.id('The invoice.'),
  environment: shapes.environment(
    'The environment in which it is official; `test` is not a real sale.',
  ),
  invoiceType: shapes.oneOf(
    '`ISTISNA`: exempt from KDV; `OZELMATRAH`: KDV on the labour only; `SATIS`: KDV on the full price.',
    ['ISTISNA', 'OZELMATRAH', 'SATIS'],
  ),
  exemptionCode: shapes.orNull(
    shapes.code('The tax authority’s exemption code, if KDV is not due.'),
  ),
  channel: shapes.oneOf('`einvoice`: the buyer is on the taxpayer registry; else `earchive`.', [
    'einvoice',
    'earchive',
  ]),
  source: shapes.source,
  bankTransactionId: shapes.bankTransactionId,
  personRef: shapes.orNull(shapes.personRef()),
  transactionDate: shapes.moment('The date of the invoice.'),
  ...shapes.companyDay,
  paymentDate: shapes.moment('When it was paid.'),
  currency: shapes.lira(),
  amount: shapes.decimal('The total that the buyer pays; equals `payableTotal`.'),
  exchanges: shapes.exchanges,
  material: shapes.material,
  quantity: shapes.orNull(shapes.decimal('Quantity of the item’s line, in `unitType`.')),
  unitType: shapes.orNull(shapes.unitType),
  purity: shapes.purity,
  purityDerived: shapes.purityDerived,
  fineGrams: shapes.orNull(
    shapes.decimal(
      'Total fine metal: `quantity` × `purity`. If `purity` is null, the event is of an earlier release, and it is the item’s net amount expressed in fine metal. Null for currencies.',
    ),
  ),
  templateId: shapes.templateId,
  templateKey: shapes.templateKey,
  linesTotal: shapes.decimal('Net of KDV.'),
  allowanceTotal: shapes.decimal('Allowances, deducted from the net total.'),
  kdvTotal: shapes.decimal('KDV (value added tax).'),
  payableTotal: shapes.decimal('`linesTotal` − `allowanceTotal` + `kdvTotal`.'),
  lines: invoiceLine,
}

function contentIn({ template, lines, totals, ...data }: Omit<Requested, 'uuid' | 'isDraft'>) {
  const item = lines.find(({ isDefault }) => isDefault)
  return {
    ...data,
    ...totals,
    ...soldMetal({ ...data, material: template.material, item }),
    ...shapes.dayOf(data),
    quantity: item?.quantity ?? null,
    unitType: item?.unitType ?? null,
    currency: 'TRY' as const,
    material: template.material,
    templateId: template.id,
    templateKey: template.key,
    lines: lines.map(publicLine),
  }
}

export const requestedInvoice = published({
  when: 'An invoice was calculated and is about to be sent. It counts only after InvoiceIssued.',
  fields: {
    ...content,
    uuid: shapes.id('The electronic document (ETTN).'),
    isDraft: shapes.flag('Whether it is only stored as a draft at the integrator.'),
  },
  data: ({ uuid, isDraft, ...data }: Requested) => ({ ...contentIn(data), uuid, isDraft }),
})

export const importedInvoice = published({
  when: 'An invoice that another system had issued was taken over, or what was told of it has changed: the last one counts. No other event precedes it. It counts, unless it has a `cancelledAt`. What nobody told is empty.',
  fields: {
    ...content,
    uuid: Type.Optional(shapes.id('The electronic document (ETTN).')),
    invoiceNumber: shapes.orNull(
      shapes.text('The official number; null if an operator decided without the integrator.'),
    ),
    cancelledAt: Type.Optional(shapes.moment('When it was cancelled.')),
  },
  data: ({ uuid, invoiceNumber, cancelledAt, ...data }: Imported) => ({
    ...contentIn(data),
    invoiceNumber,
    uuid: uuid ?? undefined,
    cancelledAt: cancelledAt ?? undefined,
  }),
})
