import { detail } from './detail.ts'
import { Rejection } from './rejection.ts'

/** A record that a request has brought about, or changed, unless what it sent was lost. */
export interface MayStand {
  readonly existingId: string
  /** Of a document, at the provider. */
  readonly uuid?: string
}

/**
 * What a request has changed, or may have changed. The repositories fill it before an append is sent, and
 * `attemptOnce` before a provider is called; the error handler reads it, so that no answer says to try
 * again what has happened or may happen.
 */
export interface RequestChanges {
  /** Before an append. The result takes it back, for an append that was certainly refused. */
  readonly mayStand: (record: MayStand) => () => void
  /** Before a call: the answer if it is never known what the provider has done. */
  readonly mayBeDone: (answer: Rejection) => void
  /** The true answer to a request that fails for another reason than a refusal; undefined while it has changed nothing. */
  readonly answer: () => Rejection | undefined
}

/** Of a request that creates a record (`data`), or one that does something to the record of its path (`id`). */
export function requestChanges(field: 'data' | 'id'): RequestChanges {
  const records = new Set<MayStand>()
  let call: Rejection | undefined
  return {
    mayStand(record) {
      records.add(record)
      return () => void records.delete(record)
    },
    mayBeDone(answer) {
      call = answer
    },
    answer() {
      const record = [...records].at(-1)
      return call ?? (record && unknownOutcome(field, record))
    },
  }
}

/**
 * What a request that fails is answered. A refusal says what has become of the request; after any other
 * error that is what it may have changed.
 */
export const trueAnswer = (error: unknown, changes: RequestChanges | null): unknown =>
  error instanceof Rejection ? error : (changes?.answer() ?? error)

/** The record that an answer to a creation names because it is not known what has become of it. */
export function recordInDoubt(answer: unknown): string | undefined {
  const [named] = answer instanceof Rejection ? answer.details : []
  return named?.rule === 'unknown' ? (named.existingId ?? undefined) : undefined
}

const advice = {
  data: 'It is not known whether this was done; look at the list for 15 seconds, or repeat it with the same Idempotency-Key.',
  id: 'It is not known whether this was done; look at the record before you try again.',
} as const

/** 503, and not for a time only: a second try could do a second time what the first has done. */
export const unknownOutcome = (
  field: 'data' | 'id',
  record: Partial<MayStand>,
  retryAfter?: number,
): Rejection => {
  const looking = retryAfter === undefined ? {} : { retryAfter }
  return new Rejection('UNAVAILABLE', advice[field], [
    detail(field, 'unknown', { ...record, ...looking }),
  ])
}
