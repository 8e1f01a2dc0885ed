/** A day as `YYYY-MM-DD`. */
export type CalendarDay = string

const MOST_FORMATTERS = 500

const formatters = new Map<string, Intl.DateTimeFormat>()

/** The day that the calendar on the wall of that time zone shows at the instant. */
export function dayIn(timeZone: string, epochMilliseconds: number): CalendarDay {
  const parts = formatterFor(timeZone).formatToParts(epochMilliseconds)
  const valueOf = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((part) => part.type === type)?.value ?? ''
  return `${valueOf('year').padStart(4, '0')}-${valueOf('month')}-${valueOf('day')}`
}

export const yearOf = (day: CalendarDay): number => Number(day.slice(0, 4))

/** Making one takes a hundred times as long as using it. */
function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known !== undefined) return known
  const formatter = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  if (formatters.size >= MOST_FORMATTERS) formatters.clear()
  formatters.set(timeZone, formatter)
  return formatter
}
