import { expect } from 'vitest'
import { type Aggregate, type Decision, fold } from '#kernel/domain/aggregate.ts'
import type { DetailMembers } from '#kernel/domain/detail.ts'
import type { RejectionCode } from '#kernel/domain/rejection.ts'
import { Rejection } from '#kernel/domain/rejection.ts'

/** An item as a test writes it down. */
export type WrittenDetail = DetailMembers & Readonly<Record<'field' | 'rule', string>>

/** Reads as a sentence: given(past).when(decision).records(events). */
export function specificationOf<Event, State>(aggregate: Aggregate<Event, State>) {
  return (...past: readonly Event[]) => ({
    when: (decision: Decision<State, Event>) => {
      const decide = () => decision(fold(aggregate, past))
      return {
        records: (...expected: readonly Event[]) => expect(decide()).toEqual(expected),
        recordsNothing: () => expect(decide()).toEqual([]),
        /** With details, they must be exactly these. */
        rejects: (code: RejectionCode, ...details: readonly WrittenDetail[]) =>
          expectRefusal(decide, code, details),
      }
    },
  })
}

export function expectRefusal(
  work: () => unknown,
  code: RejectionCode,
  details: readonly WrittenDetail[] = [],
): void {
  const rejection = rejectionOf(work)
  expect(rejection?.code).toBe(code)
  // What the caller reads is a sentence.
  expect(rejection?.message).toMatch(/^[A-Z].*\w\.$/s)
  if (details.length > 0) expect(rejection?.details).toEqual(details)
}

export function rejectionOf(work: () => unknown): Rejection | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof Rejection) return error
    throw error
  }
}
