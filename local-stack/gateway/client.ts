import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'

export interface ClientHeaders {
  readonly 'x-forwarded-for': string
  readonly 'x-forwarded-proto': 'http' | 'https'
}

export const proxiesIn = (trustedProxies: readonly string[]) =>
  proxyAddress.compile([...trustedProxies])

/**
 * The client's identity for the services: headers of a proxy count only if the proxy is trusted.
 * Undefined if the connection has already ended.
 */
export function clientOf(trustedProxies: readonly string[]) {
  const isTrusted = proxiesIn(trustedProxies)
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
