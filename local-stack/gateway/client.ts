import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'

export interface ClientHeaders {
  readonly 'x-forwarded-for': string
  readonly 'x-forwarded-proto': 'http' | 'https'
}

/**
 * Tells services who the client is: what a proxy says counts only if it is a trusted one. Undefined
 * where the connection is gone already.
 */
export function clientOf(trustedProxies: readonly string[]) {
  const isTrusted = proxyAddress.compile([...trustedProxies])
  return (request: IncomingMessage): ClientHeaders | undefined => {
    const { remoteAddress } = request.socket
    if (remoteAddress === undefined) return undefined
    const isProxied = isTrusted(remoteAddress, 0)
    const isSecure = isProxied && request.headers['x-forwarded-proto'] === 'https'
    return {
      'x-forwarded-for': proxyAddress(request, isTrusted),
      'x-forwarded-proto': isSecure ? 'https' : 'http',
    }
  }
}
