import { Type } from 'typebox'
import { unitNames } from '#kernel/domain/unit-name.ts'
import { described } from './described.ts'
import { documentFields, documentOfRow, documentState, EDocument } from './electronic-document.ts'
import {
  createdAt,
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
  updatedAt,
} from './field.ts'
import { contains, equals, facet, includeDeleted, ofNumber, range, updatedSince } from './list.ts'
import { Party, PartyName, party, partyFields, partyName } from './party.ts'
import { computed, record } from './record.ts'

/** What a document is created from. */
export const SOURCES = ['bankTransaction', 'manual'] as const
export const DOCUMENT_MODES = ['paper', 'electronic'] as const

export const VoucherTemplate = Type.Object(
  {
    key: described(Type.String(), 'The key for `templateKey`.', 'gold-bullion'),
    title: described(Type.String(), 'Display name.', 'Külçe altın'),
  },
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
      source: oneOf(...SOURCES).says('What the voucher was created from.', 'manual'),
      sourceId: orNull(id)
        .column('bank_transaction_id')
        .says('The outgoing bank transaction; null for a manual voucher.', null),
      isDraft: flag.says('A draft has no number yet and can be deleted.'),
      isFinalized: flag.says(
        'Whether it is finalized. A finalized voucher has a number and a print date.',
        true,
      ),
      printDate: orNull(instant).says('When it was finalized; null for a draft.'),
      serial: text.says(
        'Local serial. The official number of an electronic voucher is `eDocument.number`.',
        'GP',
      ),
      number: orNull(text).says('Local number within the serial; null for a draft.', '42'),
      amount: decimal.says('What the seller is paid, in TRY.', 65_559.95),
      quantity: decimal.says('Grams or pieces.', 12.34),
      price: decimal.says('Unit price in TRY.', 5312.8),
      unitName: kind('text', Type.String(), (unit: 'GRM' | 'C62') => unitNames[unit])
        .column('unit_type')
        .says('Name of the unit.', 'Gram'),
      attribute: text.says('Description of the item.', 'Has altın'),
      idNo: orNull(identityNumber).says('The seller’s identity or tax number.', '10000000146'),
      transactionDate: instant.says('Date of the voucher.', '2026-11-20T09:45:00.000Z'),
      documentMode: oneOf(...DOCUMENT_MODES).says('Paper or electronic.'),
      state: documentState.says('State of the electronic document; null for paper.', null),
      cancelled: flag
        .column('is_cancelled')
        .says(
          'Whether the official document was cancelled. It keeps its number and its stock movement.',
        ),
      createdAt,
      updatedAt,
    },
    parts: { templateKey: text, templateTitle: text, name: orNull(text) },
    detail: {
      exchanges: decimal.says('Price of one gram of fine metal, or of one unit.', 5312.8),
      description: orNull(text).says('A note of your own.', 'Hurda altın alımı'),
      currentCode: orNull(text).says('Accounting code.', '320.01.042'),
      bankName: orNull(text).says('The bank that paid the seller.', 'Garanti BBVA'),
      invoiceNo: orNull(text).says('Invoice numbers of the swap.', null),
      isSwap: orNull(flag).says('Whether it is part of a swap.'),
    },
    row: {
      /** `deleted` and `abandoned` vouchers are in no response. */
      lifecycle: oneOf('draft', 'finalizing', 'finalized', 'deleted', 'abandoned'),
      visible: flag,
      /** When it was deleted or abandoned. */
      leftAt: orNull(microseconds),
      templateId: text,
      templateLineName: text,
      templateMaterial: text,
      /** Fine metal; null for currencies. */
      fineGrams: orNull(decimal),
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
        ofNumber,
        facet('isDraft'),
        facet('isFinalized'),
        facet('documentMode'),
        facet('state', { words: 'State of the electronic document.' }),
        facet('source'),
        facet('serial'),
        equals('number', { words: 'Local number within the serial.' }),
        range('transactionDate'),
        updatedSince,
        includeDeleted,
      ],
    },
    // Auditors search by printed numbers, also for vouchers that lists do not show.
    indexes: [
      // Auditors also list what lists do not show.
      '(company_id, transaction_date, id) where not visible',
      '(company_id, normal_number)',
      '(company_id, serial, number)',
      '(company_id, uuid) where uuid is not null',
      '(company_id, official_number) where official_number is not null',
      '(company_id, person_ref) where id_no is null',
    ],
    auditKeys: ['uuid', 'officialNumber', 'idNo'],
  },
  {
    list: {
      template: computed(
        described(VoucherTemplate, 'The item template that was used.'),
        ({ template_key: key, template_title: title }) => ({
          key,
          title,
        }),
      ),
      customer: computed(described(PartyName, 'The seller.'), partyName),
    },
    detail: {
      customer: computed(described(Party, 'The seller.'), party),
      eDocument: computed(
        described(
          Type.Union([EDocument, Type.Null()]),
          'The electronic document; null for paper.',
          null,
        ),
        (row) => documentOfRow(row, (moment) => moment.toISOString()),
      ),
    },
  },
)
