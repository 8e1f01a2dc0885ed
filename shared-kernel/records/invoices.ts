import { type Static, Type } from 'typebox'
import { roundTo, toJsonNumber } from '#kernel/domain/money.ts'
import { USUAL_PRICE_PLACES } from '#kernel/domain/unit-price.ts'
import { INVOICE_STAGES, invoiceStagesWaitingFor } from '#kernel/events/invoice-life.ts'
import { settling } from '#kernel/events/life.ts'
import { described } from './described.ts'
import { SOURCES } from './expense-vouchers.ts'
import {
  createdAt,
  decimal,
  flag,
  id,
  identityNumber,
  instant,
  integer,
  oneOf,
  orNull,
  shownJson,
  text,
  updatedAt,
} from './field.ts'
import { contains, equals, facet, ofNumber, range, updatedSince } from './list.ts'
import { Party, PartyName, party, partyFields, partyName } from './party.ts'
import { computed, record } from './record.ts'
import { UNIT_TYPES } from './templates.ts'

export const INVOICE_TYPES = ['ISTISNA', 'OZELMATRAH', 'SATIS'] as const
export const INVOICE_STATUSES = ['issued', 'cancelled'] as const

const InvoiceLine = Type.Object(
  {
    name: described(Type.String(), 'Product or service.', 'Has altın'),
    quantity: described(Type.Number(), 'Amount in `unitType`.', 12.34),
    unitType: described(oneOf(...UNIT_TYPES).schema, 'Unit code: grams or pieces.'),
    stockCode: described(orNull(text).schema, 'Stock code; null without one.', 'HAS'),
    price: described(Type.Number(), 'Unit price before VAT and allowance.', 5312.79983793),
    amount: described(Type.Number(), 'Net amount before VAT and allowance.', 65_559.95),
    lineTotal: described(Type.Number(), 'Total of the line.', 65_559.95),
    kdvPercent: described(Type.Number(), 'VAT rate in percent.', 0),
    kdvTotal: described(Type.Number(), 'VAT of the line.', 0),
    allowancePrice: described(Type.Number(), 'Allowance for one unit.', 0),
    allowanceTotal: described(Type.Number(), 'Allowance of the line.', 0),
    ozelMatrahTotal: described(Type.Number(), 'Special base.', 0),
    isExtra: described(Type.Boolean(), 'Whether it is an extra line.'),
    isDefault: described(Type.Boolean(), 'Whether it is the line of the item itself.', true),
    isLabor: described(Type.Boolean(), 'Whether it is a labour line.'),
  },
  { title: 'InvoiceLine' },
)
type Line = Static<typeof InvoiceLine>

/** A stored line: decimals are text. */
type KeptLine = { readonly [Name in keyof Line]: Line[Name] extends number ? string : Line[Name] }

const lineOf = (line: KeptLine): Line => ({
  ...line,
  quantity: toJsonNumber(line.quantity),
  price: toJsonNumber(roundTo(line.price, USUAL_PRICE_PLACES)),
  amount: toJsonNumber(line.amount),
  lineTotal: toJsonNumber(line.lineTotal),
  kdvPercent: toJsonNumber(line.kdvPercent),
  kdvTotal: toJsonNumber(line.kdvTotal),
  allowancePrice: toJsonNumber(line.allowancePrice),
  allowanceTotal: toJsonNumber(line.allowanceTotal),
  ozelMatrahTotal: toJsonNumber(line.ozelMatrahTotal),
})

const InvoiceStatus = oneOf(...INVOICE_STATUSES).schema

/** The status of an issued invoice. */
export const invoiceStatusOf = ({
  cancelled_at,
}: {
  readonly cancelled_at: Date | null
}): (typeof INVOICE_STATUSES)[number] => (cancelled_at === null ? 'issued' : 'cancelled')

/** Invoices requested from the integrator. Lists show only issued ones. */
/** In SQL: of these the integrator has yet to say what became of them. */
export const isPending = `stage in (${invoiceStagesWaitingFor(...settling)
  .map((stage) => `'${stage}'`)
  .join(', ')})`

export const invoices = record(
  'invoice',
  {
    list: {
      id,
      transactionDate: instant.says('Date of the invoice.', '2026-11-20T09:45:00.000Z'),
      /** Null only if an operator decided the outcome and the integrator could not be asked. */
      invoiceNumber: orNull(text).says('Official number of the invoice.', 'GPF2026000000017'),
      invoiceType: oneOf(...INVOICE_TYPES).says('Taxation: exempt, special base or full price.'),
      integrator: orNull(text).says('The e-document integrator that issued it.', 'nilvera'),
      linesTotal: decimal.says('Total of the lines, before VAT and allowance.', 65_559.95),
      kdvTotal: decimal.says('VAT in all.', 0),
      allowanceTotal: decimal.says('Allowance in all.', 0),
      payableTotal: decimal.says('What the buyer pays.', 65_559.95),
      /** Null once the person has been forgotten, like the other personal fields. */
      idNo: orNull(identityNumber).says('The buyer’s identity or tax number.', '10000000146'),
      module: oneOf(...SOURCES)
        .column('source')
        .says('What the invoice was created from.', 'manual'),
      createdAt,
      updatedAt,
    },
    parts: { name: orNull(text), cancelledAt: orNull(instant) },
    detail: {
      lines: shownJson(Type.Array(InvoiceLine), (lines: readonly KeptLine[]) =>
        lines.map(lineOf),
      ).says('The lines, extra and labour lines included.'),
    },
    row: {
      /** The stage at the integrator. */
      stage: oneOf(...INVOICE_STAGES),
      /** The invoice was issued. */
      visible: flag,
      bankTransactionId: orNull(text),
      isDraft: flag,
      /** Whether the local record of a manual draft exists. */
      hasRecord: flag,
      /** Null where the other system that issued it did not tell. */
      uuid: orNull(text),
      channel: oneOf('einvoice', 'earchive'),
      /** The time of the last call for the invoice. */
      attemptedAt: orNull(instant),
      /** The number of status queries that settled nothing. */
      asked: integer,
      issuedAt: orNull(instant),
      material: text,
      /** Fine metal; null for currencies. */
      fineGrams: orNull(decimal),
      nameFolded: text,
      ...partyFields,
    },
  },
  {
    shown: 'visible',
    list: {
      sorts: ['transactionDate', 'createdAt', 'updatedAt', 'payableTotal'],
      defaultSort: 'transactionDate:asc',
      filters: [
        contains('nameFolded', { orIdNo: true }),
        ofNumber,
        equals('invoiceNumber'),
        facet('invoiceType', { parameter: 'filter[type]', words: 'Taxation of the invoice.' }),
        facet('integrator'),
        facet('module'),
        range('transactionDate'),
        updatedSince,
      ],
    },
    indexes: [
      // Auditors also list what lists do not show.
      '(company_id, transaction_date, id) where not visible',
      '(company_id, normal_number)',
      '(company_id, invoice_number)',
      '(company_id, uuid)',
      // Only few of all invoices are pending.
      `(stage, attempted_at) where ${isPending}`,
    ],
    auditKeys: ['uuid', 'invoiceNumber', 'idNo'],
  },
  {
    list: {
      invoiceStatus: computed(
        described(InvoiceStatus, 'Issued, or cancelled in the integrator’s portal.'),
        invoiceStatusOf,
      ),
      customer: computed(described(PartyName, 'The buyer.'), partyName),
    },
    detail: {
      customer: computed(described(Party, 'The buyer.'), party),
      invoiceInfo: computed(
        described(
          Type.Object(
            {
              integrator: described(orNull(text).schema, 'The e-document integrator.', 'nilvera'),
              type: described(
                oneOf(...INVOICE_TYPES).schema,
                'Taxation: exempt, special base or full price.',
              ),
              uuid: described(
                orNull(text).schema,
                'The document’s id at the integrator.',
                '65a1b2c3-d4e5-4f6a-a7b8-c9d0e145cf8c',
              ),
              invoiceNumber: described(
                orNull(text).schema,
                'Official number of the invoice.',
                'GPF2026000000017',
              ),
              status: described(InvoiceStatus, 'Issued, or cancelled in the integrator’s portal.'),
            },
            { title: 'InvoiceInfo' },
          ),
          'The document at the integrator.',
        ),
        (row) => ({
          integrator: row.integrator,
          type: row.invoice_type,
          uuid: row.uuid,
          invoiceNumber: row.invoice_number,
          status: invoiceStatusOf(row),
        }),
      ),
    },
  },
)
