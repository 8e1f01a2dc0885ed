import { normalisedCode } from '#kernel/domain/kmts-code.ts'
import { decimal, flag, id, instant, integer, microseconds, oneOf, orNull, text } from './field.ts'
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
      scannedCode: text,
      outcome: oneOf(...KMTS_OUTCOMES),
      isVerified: flag,
      status: orNull(text),
      statusDescription: orNull(text),
      statusTitleDescription: orNull(text),
      activationDate: orNull(instant),
      markingDate: orNull(instant),
      scanVerificationId: orNull(text),
      refineryName: orNull(text),
      productName: orNull(text),
      millesimalFineness: orNull(text),
      weightUnit: orNull(text),
      metal: orNull(text),
      weight: orNull(decimal),
      packagePrefix: orNull(text),
      method: orNull(text),
      methodDescription: orNull(text),
      source: oneOf(...KMTS_SOURCES),
      checkedAt: instant,
      completedAt: orNull(instant),
      durationMs: orNull(integer),
      errorCode: orNull(text),
      errorMessage: orNull(text),
      retryable: flag,
      createdAt: microseconds,
      updatedAt: microseconds,
    },
    row: {},
  },
  {
    list: {
      sorts: ['createdAt', 'updatedAt'],
      defaultSort: 'createdAt:desc',
      filters: [
        equals('scannedCode', { parameter: 'scannedCode', normalize: normalisedCode }),
        facet('outcome', { parameter: 'outcome' }),
        facet('source', { parameter: 'source' }),
        range('checkedAt', { parameters: ['startDate', 'endDate'] }),
        updatedSince,
      ],
    },
    indexes: ['(company_id, scanned_code)'],
    auditKeys: ['scannedCode'],
  },
)
