import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a form comes from one of our own pages. A browser says so in `Sec-Fetch-Site`, which no page can
 * set; over plain HTTP, and in an old browser, only `Origin` says where the form was. Other programs send neither.
 */
export function isFromHere(
  { host, origin, 'sec-fetch-site': site }: IncomingHttpHeaders,
  hosts: readonly string[],
): boolean {
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { host: from } = new URL(origin)
  return from === host || hosts.includes(from)
}

/** No page here has a script that loads another, and none of the documentation, on the same host, may load one. */
export const isForScript = ({ 'sec-fetch-dest': loadedAs = 'document' }: IncomingHttpHeaders) =>
  loadedAs !== 'document'
