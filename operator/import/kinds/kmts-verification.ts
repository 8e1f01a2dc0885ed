import { Type } from 'typebox'
import {
  flag,
  freeText,
  instant,
  kmtsCode,
  oneOf,
  recordId,
  text,
} from '#kernel/contract/fields.ts'
import { byKind } from '#kernel/domain/by-kind.ts'
import { normalisedCode } from '#kernel/domain/kmts-code.ts'
import { entryFields } from '#kernel/domain/kmts-entry.ts'
import { orNull } from '#kernel/domain/or-null.ts'
import { kmtsVerificationEvents } from '#kernel/events/kmts-verification.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { companyStream } from '#kernel/platform/recording/key-streams.ts'
import { KMTS_OUTCOMES } from '#kernel/records/kmts-verifications.ts'
import { decimalOrNull, derived, lastChange, optional, weight } from '../fields.ts'
import { companyKey, lineKind } from '../kind.ts'

const createdElsewhere = 'is a query that was made through the API'
const MAX_DURATION_MS = 2_147_483_647

const Verification = Type.Object({
  companyId: recordId(),
  id: recordId(),
  source: oneOf('desktop', 'mobile'),
  scannedCode: kmtsCode(),
  outcome: oneOf(...KMTS_OUTCOMES),
  checkedAt: instant(),
  isVerified: derived(flag(), 'true if `outcome` is `verified`'),
  ...byKind(entryFields, {
    text: optional(text()),
    instant: optional(instant()),
    decimal: optional(weight()),
  }),
  completedAt: optional(instant()),
  durationMs: optional(Type.Integer({ minimum: 0, maximum: MAX_DURATION_MS })),
  errorCode: optional(text()),
  errorMessage: optional(freeText()),
  retryable: derived(flag(), 'true if `outcome` is `provider_error`'),
  createdAt: derived(instant(), 'the same as `checkedAt`'),
  updatedAt: lastChange(),
})

/** A query that was made in the desktop or the mobile application. */
export const kmtsVerification = lineKind(kmtsVerificationEvents)({
  kind: 'kmtsVerification',
  schema: Verification,
  target: ({ companyId, id }) => ({
    companyId,
    stream: `kmtsVerification-${id}`,
    namedBy: 'id',
    createdElsewhere,
    refersTo: { companyId: companyStream(companyId) },
  }),
  sealedFor: companyKey,
  event: (data, previous) => {
    if (previous !== undefined && previous.type !== 'KmtsVerificationRecorded') {
      throw new CommandError(`id: ${createdElsewhere}`)
    }
    return {
      type: 'KmtsVerificationRecorded',
      data: {
        verificationId: data.id,
        source: data.source,
        scannedCode: normalisedCode(data.scannedCode),
        outcome: data.outcome,
        isVerified: data.isVerified ?? data.outcome === 'verified',
        entry: { ...orNull(data, entryFields), weight: decimalOrNull(data.weight) },
        checkedAt: data.checkedAt,
        completedAt: data.completedAt ?? null,
        durationMs: data.durationMs ?? null,
        errorCode: data.errorCode ?? null,
        errorMessage: data.errorMessage ?? null,
        retryable: data.retryable ?? data.outcome === 'provider_error',
        createdAt: data.createdAt ?? data.checkedAt,
      },
    }
  },
})
