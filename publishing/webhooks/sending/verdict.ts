const SECOND_MS = 1_000
/** A receiver that asks for more is tried again then. */
const LONGEST_WISH_MS = 3_600_000

/**
 * What an attempt without success says: `event`, the receiver works and refuses this event, so its record
 * waits alone; `address`, it may refuse everything that is sent like this; `endpoint`, it cannot take
 * anything now.
 */
export type DeliveryVerdict = 'event' | 'address' | 'endpoint'

/** Request Timeout, Too Early, Too Many Requests: of the moment, not of the event. */
const NOT_NOW: ReadonlySet<number> = new Set([408, 425, 429])
/** Unauthorized, Forbidden, Not Found, Method Not Allowed, Proxy Authentication Required, Gone. */
const NOT_LIKE_THIS: ReadonlySet<number> = new Set([401, 403, 404, 405, 407, 410])

/** Of an answer's status; null without an answer. */
export function verdictOn(status: number | null): DeliveryVerdict {
  if (status === null || status >= 500 || NOT_NOW.has(status)) return 'endpoint'
  return status < 400 || NOT_LIKE_THIS.has(status) ? 'address' : 'event'
}

/**
 * How long the receiver wants to be left alone, by its `Retry-After`: seconds or an HTTP date. 0 where it
 * says nothing, or nothing that makes sense.
 */
export function wishedPauseMs(retryAfter: string | undefined, now: number): number {
  const text = retryAfter?.trim() ?? ''
  const wished = /^\d{1,9}$/.test(text) ? Number(text) * SECOND_MS : dateIn(text) - now
  return Number.isNaN(wished) ? 0 : Math.min(Math.max(wished, 0), LONGEST_WISH_MS)
}

/** As RFC 9110 has it: `Sun, 06 Nov 1994 08:49:37 GMT`, and the two older forms. The oldest ends with the year. */
function dateIn(text: string): number {
  if (!/^[A-Z][a-z]{2,8}[, ]/.test(text)) return Number.NaN
  return Date.parse(/ \d{4}$/.test(text) ? `${text} GMT` : text)
}
