import { Type } from 'typebox'
import { byKind } from '#kernel/domain/by-kind.ts'
import { entryFields } from '#kernel/domain/kmts-entry.ts'
import { type EventOf, eventFamily, internal, publicField } from './event-family.ts'
import { boolean, decimal, id, instant, integer, oneOf, orNull, string } from './fields.ts'

// These shapes are stored permanently. Change one only by a new version with an upcaster.

/** The register's entry for a label or mark. */
const Entry = Type.Object(
  byKind(entryFields, {
    text: orNull(string),
    instant: orNull(instant),
    decimal: orNull(decimal),
  }),
)

const answers = ['verified', 'not_found', 'invalid'] as const

const types = {
  /** Recorded before the call, so that a call without a known outcome is visible. */
  KmtsQueryStarted: {
    verificationId: publicField(id),
    scannedCode: publicField(string),
    checkedAt: publicField(instant),
    /** The id of the call at the register. */
    attemptId: internal(string),
  },
  /** The register's answer. */
  KmtsChecked: {
    verificationId: publicField(id),
    outcome: publicField(oneOf(...answers)),
    entry: publicField(Entry),
    completedAt: publicField(instant),
    durationMs: publicField(integer),
  },
  KmtsQueryFailed: {
    verificationId: publicField(id),
    /** `interrupted`: the process ended before the answer arrived. */
    reason: publicField(
      oneOf('timeout', 'unavailable', 'refused', 'rateLimited', 'unreadable', 'interrupted'),
    ),
    /** The code that callers and the history receive. */
    errorCode: publicField(string),
    errorMessage: internal(string),
    /** The register's own code. */
    providerCode: internal(orNull(string)),
    completedAt: publicField(instant),
    durationMs: publicField(orNull(integer)),
  },
  /** The present state of a query made on another channel; the latest event counts. */
  KmtsVerificationRecorded: {
    verificationId: publicField(id),
    source: publicField(oneOf('desktop', 'mobile')),
    scannedCode: publicField(string),
    outcome: publicField(oneOf('pending', ...answers, 'provider_error')),
    isVerified: publicField(boolean),
    entry: publicField(Entry),
    checkedAt: publicField(instant),
    completedAt: publicField(orNull(instant)),
    durationMs: publicField(orNull(integer)),
    errorCode: publicField(orNull(string)),
    errorMessage: internal(orNull(string)),
    retryable: publicField(boolean),
    createdAt: publicField(instant),
  },
}

export const kmtsVerificationEvents = eventFamily(
  'kmtsVerification',
  types,
  {},
  { KmtsQueryAnswered: { now: 'KmtsChecked', lastVersion: 1 } },
)

export type KmtsVerificationEvent = EventOf<typeof kmtsVerificationEvents>
