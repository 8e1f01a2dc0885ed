import type { IncomingHttpHeaders } from 'node:http'

/** Whether a form comes from one of our own pages. Browsers say so; other programs need not. */
export function isFromHere({ host, origin, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === host
}
