import { Type } from 'typebox'
import { type EventOf, eventFamily, internal, publicField } from './event-family.ts'
import { boolean, decimal, id, instant, integer, oneOf, orNull, string } from './fields.ts'

// These shapes are stored permanently. Change one only by a new version with an upcaster.

/** The register's entry for a label or mark. */
const Entry = Type.Object({
  status: orNull(string),
  statusDescription: orNull(string),
  statusTitleDescription: orNull(string),
  activationDate: orNull(instant),
  markingDate: orNull(instant),
  scanVerificationId: orNull(string),
  refineryName: orNull(string),
  productName: orNull(string),
  millesimalFineness: orNull(string),
  weightUnit: orNull(string),
  metal: orNull(string),
  weight: orNull(decimal),
  packagePrefix: orNull(string),
  method: orNull(string),
  methodDescription: orNull(string),
})

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

export type KmtsEntry = Extract<KmtsVerificationEvent, { type: 'KmtsChecked' }>['data']['entry']

export const noEntry: KmtsEntry = {
  status: null,
  statusDescription: null,
  statusTitleDescription: null,
  activationDate: null,
  markingDate: null,
  scanVerificationId: null,
  refineryName: null,
  productName: null,
  millesimalFineness: null,
  weightUnit: null,
  metal: null,
  weight: null,
  packagePrefix: null,
  method: null,
  methodDescription: null,
}
