import type { LanguageName } from '#kernel/domain/messages/language.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long ago something was, in the largest unit that fits: "3 hours ago". */
export function agoIn(language: LanguageName, milliseconds: number): string {
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'always' })
  if (milliseconds >= 2 * DAY_MS) return words.format(-Math.floor(milliseconds / DAY_MS), 'day')
  if (milliseconds >= 2 * HOUR_MS) return words.format(-Math.floor(milliseconds / HOUR_MS), 'hour')
  return words.format(-Math.floor(Math.max(milliseconds, 0) / MINUTE_MS), 'minute')
}
