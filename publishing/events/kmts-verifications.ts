import { kmtsVerificationEvents } from '#kernel/events/kmts-verification.ts'
import { decided, published } from './decision.ts'
import { code, count, decimal, errorCode, flag, id, moment, oneOf, orNull, text } from './shapes.ts'

const verificationId = id('The query.')
const scannedCode = text('The code of the label or mark.')
const checkedAt = moment('When the query was made.')
const completedAt = moment('When the query ended.')
const durationMs = count('The duration of the query in milliseconds.')
const ANSWERS = ['verified', 'not_found', 'invalid'] as const

/** The register’s data of an article, without its sentences. */
const article = {
  status: orNull(code('The label’s status.')),
  metal: orNull(text('The metal, as the register names it.')),
  millesimalFineness: orNull(text('Purity in thousandths.')),
  weight: orNull(decimal('In `weightUnit`.')),
  weightUnit: orNull(code('Unit of `weight`.')),
  refineryName: orNull(text('The refinery.')),
  productName: orNull(text('The product.')),
  method: orNull(code('How the article is marked.')),
  markingDate: orNull(moment('When it was marked.')),
  activationDate: orNull(moment('When the label became active.')),
}

export const kmtsVerifications = decided(
  kmtsVerificationEvents,
  {
    topic: 'sarraf.kmts-verifications.v1',
    noun: 'kmts-verification',
    subjectOf: ({ data }) => data.verificationId,
  },
  {
    KmtsQueryStarted: published({
      when: 'The register (KMTS) is queried for a scanned code.',
      fields: { verificationId, scannedCode, checkedAt },
    }),
    KmtsChecked: published({
      formerName: 'KmtsQueryAnswered',
      when: 'The register answered.',
      fields: {
        verificationId,
        outcome: oneOf('The register’s answer.', ANSWERS),
        ...article,
        completedAt,
        durationMs,
      },
      data: ({ entry, ...data }) => ({ ...data, ...entry }),
    }),
    KmtsQueryFailed: published({
      when: 'The query failed.',
      fields: {
        verificationId,
        reason: oneOf('Why.', [
          'timeout',
          'unavailable',
          'refused',
          'rateLimited',
          'unreadable',
          'interrupted',
        ]),
        errorCode,
        completedAt,
        durationMs: orNull(durationMs),
      },
    }),
    KmtsVerificationRecorded: published({
      when: 'The current data of a query made in another program. The latest event counts.',
      fields: {
        verificationId,
        source: oneOf('The program.', ['desktop', 'mobile']),
        scannedCode,
        outcome: oneOf('The outcome.', ['pending', ...ANSWERS, 'provider_error']),
        isVerified: flag(
          'Whether the register has the code. This does not prove that the article is genuine.',
        ),
        ...article,
        checkedAt,
        completedAt: orNull(completedAt),
        durationMs: orNull(durationMs),
        errorCode: orNull(errorCode),
        retryable: flag('Whether a user may try again.'),
        createdAt: moment('When it was first recorded.'),
      },
      data: ({ entry, ...data }) => ({ ...data, ...entry }),
    }),
  },
)
