import { type CalendarDay, yearOf } from './calendar-day.ts'
import { daysInMonth } from './instant.ts'

/** How long records are kept, in years. */
export interface RetentionPeriods {
  readonly fiscalYears: number
  readonly masakYears: number
}

const LAST_YEAR = 9999

/**
 * The first day on which a fiscal document need not be kept any more. The years begin with the end of
 * its calendar year (VUK 253, TTK 82).
 */
export const fiscalRetentionEnd = (day: CalendarDay, years: number): CalendarDay =>
  dayOf(yearOf(day) + years + 1, 1, 1)

/**
 * The first day on which a record for MASAK need not be kept any more. The years end with the day of the
 * same number, or with the last one of a month that has no such day (law 5549, article 8).
 */
export function masakRetentionEnd(day: CalendarDay, years: number): CalendarDay {
  const [year, month, number] = [yearOf(day) + years, partOf(day, 5), partOf(day, 8)]
  if (number < daysInMonth(year, month)) return dayOf(year, month, number + 1)
  return month === 12 ? dayOf(year + 1, 1, 1) : dayOf(year, month + 1, 1)
}

/** What is sealed with one key of a person. */
export interface SealedRecords {
  /** The last day of a fiscal document; null if there is none. */
  readonly lastFiscalDay: CalendarDay | null
  readonly hasMasakRecords: boolean
}

/** The day from which the key may be destroyed. `lastActivity` is the person's last day in any record. */
export function retentionEnd(
  { lastFiscalDay, hasMasakRecords }: SealedRecords,
  lastActivity: CalendarDay,
  { fiscalYears, masakYears }: RetentionPeriods,
): CalendarDay {
  const fiscal = lastFiscalDay === null ? '' : fiscalRetentionEnd(lastFiscalDay, fiscalYears)
  const masak = hasMasakRecords ? masakRetentionEnd(lastActivity, masakYears) : ''
  return laterDay(fiscal, masak)
}

export const laterDay = (one: CalendarDay, other: CalendarDay): CalendarDay =>
  one > other ? one : other

const partOf = (day: CalendarDay, start: number) => Number(day.slice(start, start + 2))

/** Days are compared as texts, so no year has five digits. */
const dayOf = (year: number, month: number, day: number): CalendarDay =>
  year > LAST_YEAR
    ? `${LAST_YEAR}-12-31`
    : `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`

const digits = (value: number, count: number) => String(value).padStart(count, '0')
