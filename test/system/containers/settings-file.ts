import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

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
const IS_SECRET = /_KEY$|^POSTGRES_PASSWORD$|^DATABASE_PASSWORD_/

const example = readFileSync('deploy/env.example', 'utf8')
const secrets = new Map(
  [...example.matchAll(/^(\w+)=$/gm)]
    .map(([, variable = '']) => variable)
    .filter((variable) => IS_SECRET.test(variable))
    .map((variable) => [variable, randomBytes(32).toString('hex')]),
)

/** The example of the settings, filled in for a proxy at this address. The secrets stay the same. */
export function settingsFile(site: string, { http, https, plain, sandbox }: Ports): string {
  const given = new Map([
    ...secrets,
    ['SITE_ADDRESS', site],
    ['COMPOSE_PROFILES', 'feed'],
    ['PUBLISH_HTTP', `127.0.0.1:${http}`],
    ['PUBLISH_HTTPS', `127.0.0.1:${https}`],
    ['PUBLISH_PLAIN', `127.0.0.1:${plain}`],
    ['INTEGRATOR_URL', SANDBOX],
    ['KMTS_URL', SANDBOX],
    ['BANK_GATEWAY_URL', SANDBOX],
    ['TAXPAYER_REGISTRY_URL', SANDBOX],
  ])
  const filled = example.replaceAll(
    /^(\w+)=(.*)$/gm,
    (_, variable: string, value: string) => `${variable}=${given.get(variable) ?? value}`,
  )
  return `${filled}NODE_IMAGE=${nodeImage}\nPUBLISH_SANDBOX=127.0.0.1:${sandbox}\n`
}
