import { CommandError } from '#kernel/platform/cli/command.ts'
import { microsecondsOf } from '#kernel/records/times.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/** Microseconds since 1970 of an option's value; a date is its midnight in UTC. */
export function momentOf(option: string, text: string): bigint {
  const isMoment = DAY.test(text) || MOMENT.test(text)
  if (!isMoment || Number.isNaN(Date.parse(text))) {
    throw new CommandError(
      `${option} is a day (2026-11-20) or a moment with its zone (…T09:45:00Z).`,
    )
  }
  return microsecondsOf(text)
}
