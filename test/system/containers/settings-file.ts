import { readFileSync } from 'node:fs'

interface Places {
  readonly secrets: string
  readonly certificates: string
  readonly ports: Ports
}

interface Ports {
  readonly http: number
  readonly https: number
  readonly plain: number
  readonly sandbox: number
}

/** The image that ours is built on. */
export const nodeImage =
  /^ARG NODE_IMAGE=(\S+)/m.exec(readFileSync('Dockerfile', 'utf8'))?.[1] ?? ''

const SANDBOX = 'http://sandbox:4000'
const example = readFileSync('deploy/env.example', 'utf8')
/** The example of the settings, filled in for a proxy at these addresses. */
export function settingsFile(
  site: string,
  audit: string,
  { secrets, certificates, ports }: Places,
): string {
  const { http, https, plain, sandbox } = ports
  const given = new Map([
    ['SITE_ADDRESS', site],
    ['AUDIT_ADDRESS', audit],
    ['SECRETS_FOLDER', secrets],
    ['CERTIFICATES_FOLDER', certificates],
    ['COMPOSE_PROFILES', 'feed'],
    ['FEED_URL', 'http://feed:3005'],
    ['PUBLISH_HTTP', `127.0.0.1:${http}`],
    ['PUBLISH_HTTPS', `127.0.0.1:${https}`],
    ['PUBLISH_PLAIN', String(plain)],
    // A stand-in has no digest.
    ['NODE_IMAGE', nodeImage],
    ...['CADDY', 'POSTGRES', 'KAFKA'].map((one) => [`${one}_DIGEST`, ''] as const),
    ['INTEGRATOR_URL', SANDBOX],
    ['KMTS_URL', SANDBOX],
    ['BANK_GATEWAY_URL', SANDBOX],
    ['TAXPAYER_REGISTRY_URL', SANDBOX],
  ])
  const filled = example.replaceAll(
    /^(\w+)=(.*)$/gm,
    (_, variable: string, value: string) => `${variable}=${given.get(variable) ?? value}`,
  )
  return `${filled}PUBLISH_SANDBOX=127.0.0.1:${sandbox}\n`
}
