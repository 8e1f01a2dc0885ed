import type { Static } from 'typebox'
import type { KmtsVerification } from '#kernel/contract/kmts-verifications.ts'
import { toJsonNumber } from '#kernel/domain/money.ts'
import type { QueryAnswer, StartedQuery } from './kmts-verification.ts'

/** The answer to a query, when the register gave one. */
export const verificationAnswer = (
  query: StartedQuery,
  { outcome, entry, completedAt, durationMs }: QueryAnswer,
  { createdAt, updatedAt }: { readonly createdAt: string; readonly updatedAt: string },
): Static<typeof KmtsVerification> => ({
  id: query.verificationId,
  scannedCode: query.scannedCode,
  outcome,
  isVerified: outcome === 'verified',
  ...entry,
  weight: entry.weight === null ? null : toJsonNumber(entry.weight),
  source: 'api',
  checkedAt: query.checkedAt,
  completedAt,
  durationMs,
  errorCode: null,
  errorMessage: null,
  retryable: false,
  createdAt,
  updatedAt,
})
