import { Type } from 'typebox'
import { unitNames } from '#kernel/domain/unit-name.ts'
import { documentFields, documentOfRow, documentState, EDocument } from './electronic-document.ts'
import {
  decimal,
  flag,
  id,
  identityNumber,
  instant,
  kind,
  microseconds,
  oneOf,
  orNull,
  text,
} from './field.ts'
import { contains, equals, facet, includeDeleted, range, updatedSince } from './list.ts'
import { Party, PartyName, party, partyFields, partyName } from './party.ts'
import { computed, record } from './record.ts'

/** What a document is created from. */
export const SOURCES = ['bankTransaction', 'manual'] as const
export const DOCUMENT_MODES = ['paper', 'electronic'] as const

export const VoucherTemplate = Type.Object(
  { key: Type.String(), title: Type.String() },
  { title: 'VoucherTemplate' },
)

/** What a deleted voucher keeps to itself. */
const PERSONAL = [
  'idNo',
  'name',
  'taxOffice',
  'address',
  'district',
  'city',
  'phone',
  'mail',
  'webSite',
  'country',
  'description',
  'documentPhone',
  'statusDetail',
  'errorMessage',
] as const

/** Purchase vouchers. Personal fields are null once the person has been forgotten. */
export const expenseVouchers = record(
  'expense_voucher',
  {
    list: {
      id,
      source: oneOf(...SOURCES),
      sourceId: orNull(id).column('bank_transaction_id'),
      isDraft: flag.says('A draft has no number yet and can be deleted.'),
      isFinalized: flag,
      printDate: orNull(instant),
      serial: text,
      number: orNull(text),
      amount: decimal,
      quantity: decimal,
      price: decimal,
      unitName: kind('text', Type.String(), (unit: 'GRM' | 'C62') => unitNames[unit]).column(
        'unit_type',
      ),
      attribute: text,
      idNo: orNull(identityNumber),
      transactionDate: instant,
      documentMode: oneOf(...DOCUMENT_MODES),
      state: documentState,
      createdAt: microseconds,
      updatedAt: microseconds,
    },
    parts: { templateKey: text, templateTitle: text, name: orNull(text) },
    detail: {
      exchanges: decimal,
      description: orNull(text),
      currentCode: orNull(text),
      bankName: orNull(text),
      invoiceNo: orNull(text),
      isSwap: orNull(flag),
    },
    row: {
      /** `finalizing`, `deleted` and `abandoned` vouchers are in no response. */
      lifecycle: oneOf('draft', 'finalizing', 'finalized', 'deleted', 'abandoned'),
      visible: flag,
      /** When it was deleted or abandoned. */
      leftAt: orNull(microseconds),
      templateId: text,
      templateLineName: text,
      templateMaterial: text,
      ...documentFields,
      personRef: text,
      nameFolded: text,
      ...partyFields,
    },
  },
  {
    shown: 'visible',
    left: { at: 'leftAt', without: PERSONAL },
    list: {
      sorts: ['createdAt', 'updatedAt', 'transactionDate', 'amount'],
      defaultSort: 'createdAt:asc',
      filters: [
        contains('nameFolded', { orIdNo: true }),
        equals('idNo'),
        facet('isDraft'),
        facet('isFinalized'),
        facet('documentMode'),
        facet('state'),
        facet('source'),
        facet('serial'),
        equals('number'),
        range('transactionDate'),
        updatedSince,
        includeDeleted,
      ],
    },
    // Auditors search by printed numbers, also for vouchers that lists do not show.
    indexes: [
      '(company_id, id_no)',
      '(company_id, serial, number)',
      '(company_id, uuid) where uuid is not null',
      '(company_id, official_number) where official_number is not null',
      '(company_id, person_ref) where id_no is null',
    ],
    auditKeys: ['uuid', 'officialNumber', 'idNo'],
  },
  {
    list: {
      template: computed(VoucherTemplate, ({ template_key: key, template_title: title }) => ({
        key,
        title,
      })),
      customer: computed(PartyName, partyName),
    },
    detail: {
      customer: computed(Party, party),
      eDocument: computed(Type.Union([EDocument, Type.Null()]), (row) =>
        documentOfRow(row, (moment) => moment.toISOString()),
      ),
    },
  },
)
