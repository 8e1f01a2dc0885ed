import { type KmtsEntry, kmtsVerificationEvents } from '#kernel/events/kmts-verification.ts'
import { codeOrNull, withCode } from './codes.ts'
import { asItIs, decided, published } from './decision.ts'
import { code, count, decimal, errorCode, flag, id, moment, oneOf, orNull, text } from './shapes.ts'

const verificationId = id('The query.')
const scannedCode = text('The code of the label or mark, as it was scanned.')
const checkedAt = moment('When the query was made.')
const completedAt = moment('When the answer, or the failure, was known.')
const durationMs = count('How long the register took, in milliseconds.')
const ANSWERS = ['verified', 'not_found', 'invalid'] as const

/** What the register knows of an article; its sentences are left out. */
const article = {
  status: orNull(code('The label’s status.')),
  metal: orNull(text('The metal, in the register’s words.')),
  millesimalFineness: orNull(text('Purity in thousandths.')),
  weight: orNull(decimal('In `weightUnit`.')),
  weightUnit: orNull(code('Unit of `weight`.')),
  refineryName: orNull(text('The refinery.')),
  productName: orNull(text('The product.')),
  method: orNull(code('How the article is marked.')),
  markingDate: orNull(moment('When it was marked.')),
  activationDate: orNull(moment('When the label became active.')),
}

const articleOf = (entry: KmtsEntry) => ({
  ...entry,
  status: codeOrNull(entry.status),
  weightUnit: codeOrNull(entry.weightUnit),
  method: codeOrNull(entry.method),
})

export const kmtsVerifications = decided(
  kmtsVerificationEvents,
  {
    topic: 'sarraf.kmts-verifications.v1',
    noun: 'kmts-verification',
    subjectOf: ({ data }) => data.verificationId,
  },
  {
    KmtsQueryStarted: published({
      when: 'The register (KMTS) is asked about a scanned code.',
      fields: { verificationId, scannedCode, checkedAt },
      data: asItIs,
    }),
    KmtsQueryAnswered: published({
      when: 'The register has answered.',
      fields: {
        verificationId,
        outcome: oneOf('What it says of the code.', ANSWERS),
        ...article,
        completedAt,
        durationMs,
      },
      data: ({ entry, ...data }) => ({ ...data, ...articleOf(entry) }),
    }),
    KmtsQueryFailed: published({
      when: 'No answer could be had.',
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
      data: withCode,
    }),
    KmtsVerificationRecorded: published({
      when: 'A query that was made in another program, as it is from then on. The latest one counts.',
      fields: {
        verificationId,
        source: oneOf('Where it was made.', ['desktop', 'mobile']),
        scannedCode,
        outcome: oneOf('What came of it.', ['pending', ...ANSWERS, 'provider_error']),
        isVerified: flag('Whether the article is genuine, as the register says.'),
        ...article,
        checkedAt,
        completedAt: orNull(completedAt),
        durationMs: orNull(durationMs),
        errorCode: orNull(errorCode),
        retryable: flag('Whether it makes sense to ask again.'),
        createdAt: moment('When it was first recorded.'),
      },
      data: ({ entry, ...data }) => ({
        ...data,
        ...articleOf(entry),
        errorCode: codeOrNull(data.errorCode),
      }),
    }),
  },
)
