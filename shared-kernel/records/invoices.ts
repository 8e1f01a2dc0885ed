import { type Static, Type } from 'typebox'
import { toJsonNumber } from '#kernel/domain/money.ts'
import { SOURCES } from './expense-vouchers.ts'
import {
  decimal,
  flag,
  id,
  identityNumber,
  instant,
  integer,
  microseconds,
  oneOf,
  orNull,
  shownJson,
  text,
} from './field.ts'
import { contains, equals, facet, range, updatedSince } from './list.ts'
import { Party, PartyName, party, partyFields, partyName } from './party.ts'
import { computed, record } from './record.ts'
import { UNIT_TYPES } from './templates.ts'

export const INVOICE_TYPES = ['ISTISNA', 'OZELMATRAH', 'SATIS'] as const
export const INVOICE_STATUSES = ['issued', 'cancelled'] as const

const InvoiceLine = Type.Object(
  {
    name: Type.String(),
    quantity: Type.Number(),
    unitType: oneOf(...UNIT_TYPES).schema,
    stockCode: orNull(text).schema,
    price: Type.Number(),
    amount: Type.Number(),
    lineTotal: Type.Number(),
    kdvPercent: Type.Number(),
    kdvTotal: Type.Number(),
    allowancePrice: Type.Number(),
    allowanceTotal: Type.Number(),
    ozelMatrahTotal: Type.Number(),
    isExtra: Type.Boolean(),
    isDefault: Type.Boolean(),
    isLabor: Type.Boolean(),
  },
  { title: 'InvoiceLine' },
)
type Line = Static<typeof InvoiceLine>

/** A stored line: decimals are text. */
type KeptLine = { readonly [Name in keyof Line]: Line[Name] extends number ? string : Line[Name] }

const lineOf = (line: KeptLine): Line => ({
  ...line,
  quantity: toJsonNumber(line.quantity),
  price: toJsonNumber(line.price),
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
export const invoices = record(
  'invoice',
  {
    list: {
      id,
      transactionDate: instant,
      /** Null only if an operator decided the outcome and the integrator could not be asked. */
      invoiceNumber: orNull(text),
      invoiceType: oneOf(...INVOICE_TYPES),
      integrator: orNull(text),
      linesTotal: decimal,
      kdvTotal: decimal,
      allowanceTotal: decimal,
      payableTotal: decimal,
      /** Null once the person has been forgotten, like the other personal fields. */
      idNo: orNull(identityNumber),
      module: oneOf(...SOURCES)
        .column('source')
        .says('What the invoice was created from.'),
      createdAt: microseconds,
      updatedAt: microseconds,
    },
    parts: { name: orNull(text), cancelledAt: orNull(instant) },
    detail: {
      lines: shownJson(Type.Array(InvoiceLine), (lines: readonly KeptLine[]) => lines.map(lineOf)),
    },
    row: {
      /** The stage at the integrator. */
      stage: oneOf('submitting', 'unknown', 'issued', 'draft', 'deletingDraft', 'ended'),
      /** The invoice was issued. */
      visible: flag,
      bankTransactionId: orNull(text),
      isDraft: flag,
      /** Whether the local record of a manual draft exists. */
      hasRecord: flag,
      uuid: text,
      channel: oneOf('einvoice', 'earchive'),
      /** The time of the last call for the invoice. */
      attemptedAt: orNull(instant),
      /** The number of status queries that settled nothing. */
      asked: integer,
      issuedAt: orNull(instant),
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
        equals('idNo'),
        equals('invoiceNumber'),
        facet('invoiceType', { parameter: 'filter[type]' }),
        facet('integrator'),
        facet('module'),
        range('transactionDate'),
        updatedSince,
      ],
    },
    indexes: [
      '(company_id, id_no)',
      '(company_id, invoice_number)',
      '(company_id, uuid)',
      // Only few of all invoices are pending.
      "(stage, attempted_at) where stage in ('submitting', 'unknown', 'deletingDraft')",
    ],
    auditKeys: ['uuid', 'invoiceNumber', 'idNo'],
  },
  {
    list: {
      invoiceStatus: computed(InvoiceStatus, invoiceStatusOf),
      customer: computed(PartyName, partyName),
    },
    detail: {
      customer: computed(Party, party),
      invoiceInfo: computed(
        Type.Object(
          {
            integrator: orNull(text).schema,
            type: oneOf(...INVOICE_TYPES).schema,
            uuid: orNull(text).schema,
            invoiceNumber: orNull(text).schema,
            status: InvoiceStatus,
          },
          { title: 'InvoiceInfo' },
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
