import { CommandError } from '#kernel/platform/cli/command.ts'
import { microsecondsOf } from '#kernel/records/times.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/** An option's value in microseconds since 1970; a date means its midnight in UTC. */
export function momentOf(option: string, text: string): bigint {
  const isMoment = DAY.test(text) || MOMENT.test(text)
  if (!isMoment || Number.isNaN(Date.parse(text))) {
    throw new CommandError(
      `${option} must be a day (2026-11-20) or a moment with its time zone (…T09:45:00Z).`,
    )
  }
  return microsecondsOf(text)
}
