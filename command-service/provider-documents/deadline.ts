import { millisecondsBetween } from '#kernel/domain/instant.ts'

/** The outcome of an attempt that is past its deadline counts as unknown. Moments are ISO 8601. */
export const isPastDeadline = (
  { startedAt }: { readonly startedAt: string },
  { now, deadlineMs }: { readonly now: string; readonly deadlineMs: number },
): boolean => millisecondsBetween(startedAt, now) >= deadlineMs

export const deadlinePassed = {
  errorCode: 'DEADLINE',
  errorMessage: 'No answer was recorded within the time that an attempt may take.',
} as const
