import { type CalendarDay, dayIn } from '#kernel/domain/calendar-day.ts'
import { type Detail, detail } from '#kernel/domain/detail.ts'
import { epochMsOf } from '#kernel/domain/instant.ts'
import type { DraftFacts } from './party.ts'

const FIRST_DAY: CalendarDay = '2005-01-01'

/** The tax authority accepts no document with a day before 2005 or after today (docs/contract-decisions.md). */
export function dateViolations(
  transactionDate: string,
  { now, timeZone }: Pick<DraftFacts, 'now' | 'timeZone'>,
): readonly Detail[] {
  const field = 'data.transactionDate'
  const day = dayIn(timeZone, epochMsOf(transactionDate))
  if (day < FIRST_DAY) return [detail(field, 'minimum')]
  return day > dayIn(timeZone, epochMsOf(now)) ? [detail(field, 'maximum')] : []
}

/** The day is recorded, so that no reader of the event needs to know time zones. */
export const dated = (transactionDate: string, { timeZone }: Pick<DraftFacts, 'timeZone'>) => ({
  transactionDate,
  timeZone,
  day: dayIn(timeZone, epochMsOf(transactionDate)),
})
