/** The first one counts: browsers send the most specific one first. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  const found = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
  return found?.slice(name.length + 1)
}

interface Cookie {
  readonly value: string
  readonly maxAgeSeconds: number
  /** Behind TLS: then a browser must not send it in clear either. */
  readonly isSecure: boolean
}

/** No script can read it, no other site's page can make a browser send it. */
export const cookie = (name: string, { value, maxAgeSeconds, isSecure }: Cookie): string =>
  [
    `${name}=${value}`,
    'Path=/audit',
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')
