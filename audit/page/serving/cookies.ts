/** The first cookie of that name, because browsers send the most specific one first. */
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
  /** Behind TLS a browser must never send the cookie in clear text. */
  readonly isSecure: boolean
}

/** A cookie that scripts cannot read and other sites cannot trigger. */
export const cookie = (name: string, { value, maxAgeSeconds, isSecure }: Cookie): string =>
  [
    `${name}=${value}`,
    'Path=/audit',
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')
