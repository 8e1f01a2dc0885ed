/** Over TLS a browser takes such a name only from this host, and never from a page in clear text or another host of the domain. */
export const cookieName = (name: string, isSecure: boolean): string =>
  `${isSecure ? '__Host-' : ''}sarraf_${name}`

/** The first cookie of that name, because browsers send the most specific one first. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  const found = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
  return found?.slice(name.length + 1)
}
