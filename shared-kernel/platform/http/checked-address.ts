import { lookup } from 'node:dns/promises'
import type { RequestOptions } from 'node:http'
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
 * Resolves a host once and refuses it unless every address is public: nobody else's words may
 * lead a call to services of the inner network, however a name resolves. `host` as in a URL, so IPv6 in brackets.
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

/**
 * For a request to go there, whatever the name resolves to by then; a certificate must still be the
 * name's. Its connection is new: one that is kept open may lead to an address of long ago.
 */
export const calling = ({ address, family }: CheckedAddress) =>
  ({
    agent: false,
    lookup: (_host, { all }, found) =>
      all === true ? found(null, [{ address, family }]) : found(null, address, family),
  }) satisfies RequestOptions

const checked = (address: string): CheckedAddress => ({
  address,
  family: isIP(address) === 6 ? 6 : 4,
})

/** All public addresses of IPv6 are here, as the registry of the IANA has it. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Addresses of the public space that a cloud answers itself, for the machines in it alone. Its metadata services on
 * link-local, shared and unique local addresses are no public ones anyway.
 */
const OF_PLATFORMS = [
  // Azure: WireServer, the address of the agent's and the resolver's server
  '168.63.129.16/32',
  // Google Cloud: its APIs from within
  '199.36.153.0/24',
  // IBM Cloud: services and service endpoints
  '161.26.0.0/16',
  '166.8.0.0/14',
  // Equinix Metal: metadata
  '192.80.8.124/32',
].map((range) => ipaddr.IPv4.parseCIDR(range))

/** The interface identifiers of ISATAP, before the IPv4 address that a router unpacks. */
const ISATAP = /:(?:0|200):5efe:[\da-f]+:[\da-f]+$/

/** An IPv6 address that stands for an IPv4 one counts as that, or is of a range that is not public as a whole. */
function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4
    ? !OF_PLATFORMS.some((range) => parsed.match(range))
    : parsed.match(PUBLIC_IPV6) && !ISATAP.test(parsed.toNormalizedString())
}

/** Whether a host is named by an address that is not public. What another name leads to is seen when it is resolved. */
export function isPrivateLiteral(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1')
  return isIP(name) === 0 ? /(?:^|\.)localhost\.?$/i.test(name) : !isPublic(name)
}

/** Asks the system. */
export const addressesOf: Resolve = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address)
