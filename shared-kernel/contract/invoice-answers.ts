import { Type } from 'typebox'
import { described } from '#kernel/records/described.ts'
import { SOURCES } from '#kernel/records/expense-vouchers.ts'
import { INVOICE_TYPES } from '#kernel/records/invoices.ts'
import { DocumentTemplate, PreviewedParty } from './documents.ts'
import { flag, Id, Money, nullable, oneOf, Text } from './fields.ts'

export const INVOICE_CHANNELS = ['earchive', 'einvoice'] as const

export const InvoiceTotals = Type.Object(
  {
    linesTotal: described(Money, 'Total of the lines, before VAT and allowance.', 65_559.95),
    kdvTotal: described(Money, 'VAT in all.', 0),
    allowanceTotal: described(Money, 'Allowance in all.', 0),
    payableTotal: described(Money, 'What the buyer pays.', 65_559.95),
  },
  { title: 'InvoiceTotals' },
)

export const PreviewedInvoice = Type.Object(
  {
    source: described(oneOf(...SOURCES), 'What the invoice would be created from.', 'manual'),
    sourceId: described(Type.Null(), 'Always null.'),
    amount: described(Money, 'What the buyer pays.', 65_559.95),
    exchanges: described(Type.Number(), 'Price of one gram of fine metal, or of one unit.', 5312.8),
    invoiceType: described(
      oneOf(...INVOICE_TYPES),
      'Taxation: exempt, special base or full price.',
    ),
    channel: described(oneOf(...INVOICE_CHANNELS), 'How the invoice reaches the buyer.'),
    template: described(DocumentTemplate, 'The item template.'),
    customer: described(PreviewedParty, 'The buyer.'),
    totals: described(InvoiceTotals, 'The totals.'),
    lines: described(
      Type.Array(
        Type.Object(
          {
            name: described(Text, 'Product or service.', 'Has altın'),
            quantity: described(Type.Number(), 'Amount in `unitType`.', 12.34),
            unitType: described(Text, 'Unit code: grams or pieces.', 'GRM'),
            lineTotal: described(Money, 'Total of the line.', 65_559.95),
            isDefault: described(flag(), 'Whether it is the line of the item itself.', true),
          },
          { title: 'PreviewedLine' },
        ),
      ),
      'The lines, extra and labour lines included.',
    ),
  },
  { title: 'InvoicePreview' },
)

export const CreatedInvoice = Type.Object(
  {
    source: described(oneOf(...SOURCES), 'What the invoice was created from.', 'manual'),
    sourceId: Type.Union([Id, Type.Null()], {
      description: 'The bank transaction; for a manual invoice, its record.',
    }),
    isDraft: described(flag(), 'Whether it is only a draft at the integrator.'),
    invoiceId: described(nullable(Id), 'For `GET /v1/invoices/{id}`; null for a draft.'),
    uuid: described(
      nullable(Text),
      'The document’s id at the integrator.',
      '65a1b2c3-d4e5-4f6a-a7b8-c9d0e145cf8c',
    ),
    invoiceNumber: described(
      nullable(Text),
      'Official number; null for a draft.',
      'GPF2026000000017',
    ),
    channel: described(nullable(oneOf(...INVOICE_CHANNELS)), 'How the invoice reaches the buyer.'),
    integrator: described(nullable(Text), 'The e-document integrator.', 'nilvera'),
    template: described(
      Type.Object(
        {
          key: described(nullable(Text), 'The key for `templateKey`.', 'gold-bullion'),
          title: described(nullable(Text), 'Display name.', 'Külçe altın'),
          lineName: described(nullable(Text), 'Name of the item on the document.', 'Has altın'),
          material: described(nullable(Text), 'The material.', 'gold'),
        },
        { title: 'InvoiceTemplate' },
      ),
      'The item template that was used.',
    ),
    totals: described(nullable(InvoiceTotals), 'The totals; null for a draft.'),
  },
  { title: 'CreatedInvoice' },
)
