import { normalisedCode } from '#kernel/domain/kmts-code.ts'
import {
  createdAt,
  decimal,
  flag,
  id,
  instant,
  integer,
  oneOf,
  orNull,
  text,
  updatedAt,
} from './field.ts'
import { equals, facet, range, updatedSince } from './list.ts'
import { record } from './record.ts'

export const KMTS_OUTCOMES = [
  'pending',
  'verified',
  'not_found',
  'invalid',
  'provider_error',
] as const
const KMTS_SOURCES = ['desktop', 'mobile', 'api'] as const

/** Queries of the KMTS register. */
export const kmtsVerifications = record(
  'kmts_verification',
  {
    list: {
      id,
      scannedCode: text.says(
        'Label or mark number, trimmed and upper-cased, also in filters.',
        'KMV0012345678',
      ),
      outcome: oneOf(...KMTS_OUTCOMES).says(
        '`pending` until the register has answered; `verified` means that the code exists.',
        'verified',
      ),
      isVerified: flag.says(
        'Whether the code exists in the register. It does not prove that a product is genuine.',
        true,
      ),
      status: orNull(text).says('The register’s status of the label.', 'Aktif'),
      statusDescription: orNull(text).says('The status in words.', 'Etiket aktif'),
      statusTitleDescription: orNull(text).says('The status as a title.', 'Aktif'),
      activationDate: orNull(instant).says(
        'When the label was activated.',
        '2026-09-21T08:00:00.000Z',
      ),
      markingDate: orNull(instant).says('When the product was marked.', '2026-09-14T07:20:00.000Z'),
      scanVerificationId: orNull(text).says('The register’s id of the query.', '8841207'),
      refineryName: orNull(text).says('Name of the refinery.', 'İstanbul Altın Rafinerisi'),
      productName: orNull(text).says('Name of the product.', '10 gr külçe'),
      millesimalFineness: orNull(text).says('Fineness in thousandths.', '995'),
      weightUnit: orNull(text).says('Unit of the weight.', 'gr'),
      metal: orNull(text).says('Metal of the product.', 'Altın'),
      weight: orNull(decimal).says('Weight in `weightUnit`.', 10),
      packagePrefix: orNull(text).says('Prefix of the package.', null),
      method: orNull(text).says('The register’s method of verification.', 'LABEL'),
      methodDescription: orNull(text).says('The same in words.', 'Etiket sorgusu'),
      source: oneOf(...KMTS_SOURCES).says('The channel of the query.', 'api'),
      checkedAt: instant.says('When it was asked.'),
      completedAt: orNull(instant).says('When the answer came.', '2026-11-20T09:45:00.535Z'),
      durationMs: orNull(integer).says('How long the register took, in milliseconds.', 412),
      errorCode: orNull(text).says('Why the query failed; null unless it did.', null),
      errorMessage: orNull(text).says('The same in words.', null),
      retryable: flag.says('Whether a client may ask again on a new decision of the user.'),
      createdAt,
      updatedAt,
    },
    row: {},
  },
  {
    list: {
      sorts: ['createdAt', 'updatedAt'],
      defaultSort: 'createdAt:desc',
      filters: [
        equals('scannedCode', { parameter: 'scannedCode', normalize: normalisedCode }),
        facet('outcome', { parameter: 'outcome', words: 'Outcome of the query.' }),
        facet('source', { parameter: 'source' }),
        range('checkedAt', { parameters: ['startDate', 'endDate'] }),
        updatedSince,
      ],
    },
    indexes: ['(company_id, scanned_code)'],
    auditKeys: ['scannedCode'],
  },
)
