import { Type } from 'typebox'
import { SOURCES } from '#kernel/records/expense-vouchers.ts'
import { INVOICE_TYPES } from '#kernel/records/invoices.ts'
import { DocumentTemplate, PreviewedParty } from './expense-vouchers.ts'
import { flag, Id, Money, nullable, oneOf, Text } from './fields.ts'

export const INVOICE_CHANNELS = ['earchive', 'einvoice'] as const

export const InvoiceTotals = Type.Object(
  {
    linesTotal: Money,
    kdvTotal: Money,
    allowanceTotal: Money,
    payableTotal: Money,
  },
  { title: 'InvoiceTotals' },
)

export const PreviewedInvoice = Type.Object(
  {
    source: oneOf(...SOURCES),
    sourceId: Type.Null(),
    amount: Money,
    exchanges: Type.Number(),
    invoiceType: oneOf(...INVOICE_TYPES),
    channel: oneOf(...INVOICE_CHANNELS),
    template: DocumentTemplate,
    customer: PreviewedParty,
    totals: InvoiceTotals,
    lines: Type.Array(
      Type.Object(
        {
          name: Text,
          quantity: Type.Number(),
          unitType: Text,
          lineTotal: Money,
          isDefault: flag(),
        },
        { title: 'PreviewedLine' },
      ),
    ),
  },
  { title: 'InvoicePreview' },
)

export const CreatedInvoice = Type.Object(
  {
    source: oneOf(...SOURCES),
    sourceId: Type.Union([Id, Type.Null()], {
      description: 'The bank transaction; for a manual invoice, its record.',
    }),
    isDraft: flag(),
    invoiceId: nullable(Id),
    uuid: nullable(Text),
    invoiceNumber: nullable(Text),
    channel: nullable(oneOf(...INVOICE_CHANNELS)),
    integrator: nullable(Text),
    template: Type.Object(
      {
        key: nullable(Text),
        title: nullable(Text),
        lineName: nullable(Text),
        material: nullable(Text),
      },
      { title: 'InvoiceTemplate' },
    ),
    totals: nullable(InvoiceTotals),
  },
  { title: 'CreatedInvoice' },
)
