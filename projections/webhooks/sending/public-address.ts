import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The host has an address that is not of the public internet. */
export class NotPublic extends Error {
  override readonly name = 'NotPublic'
}

/** The addresses of a name. */
export type Resolve = (name: string) => Promise<readonly string[]>

/** Where a call goes: the address that was checked is the address that is called. */
export interface CheckedAddress {
  readonly address: string
  readonly family: 4 | 6
}

/**
 * Resolves a host once and refuses it unless every address is public: an endpoint must not reach
 * services of the inner network, however its name resolves. `host` as in a URL, so IPv6 in brackets.
 */
export async function publicAddressOf(
  host: string,
  resolve: Resolve = addressesOf,
): Promise<CheckedAddress> {
  const name = host.replace(/^\[(.*)\]$/, '$1')
  const addresses = isIP(name) === 0 ? await resolve(name) : [name]
  const [first] = addresses
  if (first === undefined) throw new NotPublic('the host has no address')
  for (const address of addresses) {
    if (!isPublic(address)) throw new NotPublic('the host has an address of a private network')
  }
  return checked(first)
}

/** The same without the check, where a setting allows private addresses. */
export async function anyAddressOf(
  host: string,
  resolve: Resolve = addressesOf,
): Promise<CheckedAddress> {
  const name = host.replace(/^\[(.*)\]$/, '$1')
  const [first = name] = isIP(name) === 0 ? await resolve(name) : [name]
  return checked(first)
}

const checked = (address: string): CheckedAddress => ({
  address,
  family: isIP(address) === 6 ? 6 : 4,
})

/** All public addresses of IPv6 are here, as the registry of the IANA has it. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Also of an IPv6 address that stands for an IPv4 one. */
function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(PUBLIC_IPV6)
}

const addressesOf = async (name: string) =>
  (await lookup(name, { all: true })).map(({ address }) => address)
