import { InvalidArgumentError } from '@commander-js/extra-typings'
import { microsecondsIn, millisecondsIn } from '#kernel/domain/moment.ts'

/** A moment that an option names, in microseconds since 1970. */
export function momentOption(given: string): bigint {
  const microseconds = microsecondsIn(given)
  if (microseconds !== undefined) return microseconds
  throw new InvalidArgumentError(
    'It must be a day (2026-11-20) or a moment with its time zone (2026-11-20T10:00:00Z).',
  )
}

export const dateOption = (given: string): Date => new Date(millisecondsIn(momentOption(given)))

/** The same as it was given. */
export function writtenMomentOption(given: string): string {
  momentOption(given)
  return given
}

export function wholeNumber(given: string): number {
  const number = Number(given)
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new InvalidArgumentError('It must be a whole number of at least 1.')
}
