/** A day as `YYYY-MM-DD`. */
export type CalendarDay = string

const MOST_FORMATTERS = 500
const LAST_DAY: CalendarDay = '9999-12-31'

const dayFormatters = new Map<string, Intl.DateTimeFormat>()
const clockFormatters = new Map<string, Intl.DateTimeFormat>()

/**
 * The calendar day in the time zone at the instant. East of Greenwich the year 10000 begins while the
 * instant still has a year of four digits; the last day of 9999 is returned then.
 */
export function dayIn(timeZone: string, epochMilliseconds: number): CalendarDay {
  const parts = dayFormatter(timeZone).formatToParts(epochMilliseconds)
  const valueOf = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((part) => part.type === type)?.value ?? ''
  if (valueOf('year').length > 4) return LAST_DAY
  return `${valueOf('year').padStart(4, '0')}-${valueOf('month')}-${valueOf('day')}`
}

/** The time of day in the time zone at the instant: `HH:MM:SS`. */
export const timeOfDayIn = (timeZone: string, epochMilliseconds: number): string =>
  clockFormatter(timeZone).format(epochMilliseconds)

export const yearOf = (day: CalendarDay): number => Number(day.slice(0, 4))

const dayFormatter = (timeZone: string) =>
  remembered(
    dayFormatters,
    timeZone,
    () =>
      new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
        timeZone,
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      }),
  )

const clockFormatter = (timeZone: string) =>
  remembered(
    clockFormatters,
    timeZone,
    () => new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium', hourCycle: 'h23' }),
  )

/** Creating a formatter takes a hundred times as long as using it. */
function remembered(
  formatters: Map<string, Intl.DateTimeFormat>,
  timeZone: string,
  make: () => Intl.DateTimeFormat,
): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known !== undefined) return known
  const formatter = make()
  if (formatters.size >= MOST_FORMATTERS) formatters.clear()
  formatters.set(timeZone, formatter)
  return formatter
}
