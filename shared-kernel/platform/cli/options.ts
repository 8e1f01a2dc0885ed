import { InvalidArgumentError } from '@commander-js/extra-typings'

/** A date or date-time that an option names. */
export function dateOption(given: string): Date {
  const time = Date.parse(given)
  if (/^\d{4}-\d\d-\d\d/.test(given) && !Number.isNaN(time)) return new Date(time)
  throw new InvalidArgumentError('It must be a date, as in 2026-11-20 or 2026-11-20T10:00:00Z.')
}

export function wholeNumber(given: string): number {
  const number = Number(given)
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new InvalidArgumentError('It must be a whole number of at least 1.')
}
