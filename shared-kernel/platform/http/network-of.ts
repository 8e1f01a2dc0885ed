import ipaddr from 'ipaddr.js'

/** From where a caller calls, for limits that count by address. */
export interface Network {
  /** What one caller has for certain: an address of IPv4, a /64 of IPv6. */
  readonly narrow: string
  /** What one caller may have: a /48 of IPv6. Undefined for IPv4. */
  readonly wide: string | undefined
}

/** Addresses of IPv4 as a translator writes them (NAT64): each is of a caller of its own. */
const TRANSLATED = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** One address of IPv6 says nothing: whoever has one has 2^64 of them. An address of IPv4 counts as such however it is written. */
export function networkOf(address: string): Network {
  const [withoutZone = address] = address.split('%', 1)
  if (!ipaddr.isValid(withoutZone)) return { narrow: address, wide: undefined }
  const parsed = ipaddr.process(withoutZone)
  if (parsed instanceof ipaddr.IPv4) return { narrow: parsed.toString(), wide: undefined }
  if (parsed.match(TRANSLATED)) {
    const embedded = new ipaddr.IPv4(parsed.toByteArray().slice(-4))
    return { narrow: embedded.toString(), wide: undefined }
  }
  const groups = parsed.parts.map((part) => part.toString(16))
  const prefix = (count: number) => `${groups.slice(0, count).join(':')}/${count * 16}`
  return { narrow: prefix(4), wide: prefix(3) }
}
