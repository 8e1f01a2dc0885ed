import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { beforeAll } from 'vitest'
import type { SiteName } from '#audit/page/serving/site.ts'
import { readAuditPageSettings } from '#audit/page/settings.ts'
import { startAuditPage } from '#audit/page/wiring.ts'
import { type Environment, settingsFrom } from '#kernel/platform/settings/read.ts'
import { freePort } from '#stack/free-port.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import type { Dealer } from '#test/support/system-dealer.ts'

interface PageOptions {
  readonly environment?: Environment
  readonly now?: () => number
  readonly heard?: (line: string) => void
}

/** The audit page beside a running system, until it is closed. */
export async function startedAuditPage(
  system: SystemAddresses,
  { environment = {}, now = () => Date.now(), heard = () => undefined }: PageOptions = {},
) {
  const closers: (() => unknown)[] = []
  const port = await freePort()
  const output = new PassThrough()
  output.on('data', (chunk) => heard(String(chunk)))
  const settings = readAuditPageSettings(
    settingsFrom({
      PORT: String(port),
      DATABASE_URL: system.databases.auditor,
      EVENTSTORE_URL: system.eventStoreUrl,
      VAULT_KEY: system.vaultKey,
      ...environment,
    }),
  )
  const close = async () => {
    for (const each of closers.toReversed()) await each()
  }
  await startAuditPage({
    settings,
    logger: pino({ level: 'info' }, output),
    registry: new Registry(),
    onClose: (_part, each) => void closers.push(each),
    now,
  }).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return { url: `http://127.0.0.1:${port}`, close }
}

/** The audit page beside a running system, for all tests of the file. */
export function auditPageForThisFile(
  system: SystemAddresses,
  environment: Environment = {},
  now = () => Date.now(),
) {
  const lines: string[] = []
  let url = ''
  beforeAll(async () => {
    const heard = (line: string) => void lines.push(line)
    const page = await startedAuditPage(system, { environment, now, heard })
    url = page.url
    return page.close
  })
  return { url: () => url, log: () => lines.join('') }
}

type Form = Readonly<Record<string, string>>

interface Sent {
  readonly form?: Form
  readonly more?: Form
}

/** A browser without a screen: it keeps cookies, and follows no redirect by itself. */
export function visitor(url: () => string, headers: Form = {}, site: SiteName = 'audit') {
  const cookies = new Map<string, string>()
  const send = async (path: string, { form, more = {} }: Sent = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(`${url()}${path}`, {
      redirect: 'manual',
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
      headers: { ...(cookie === '' ? {} : { cookie }), ...headers, ...more },
    })
    const set = answer.headers.getSetCookie()
    for (const one of set) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return {
      status: answer.status,
      headers: answer.headers,
      location: answer.headers.get('location') ?? '',
      setCookies: set,
      body: Buffer.from(await answer.arrayBuffer()),
      get page() {
        return this.body.toString()
      },
    }
  }
  const post = (path: string, form: Form = {}, more: Form = {}) => send(path, { form, more })
  return {
    cookies,
    get: (path: string) => send(path),
    post,
    signIn: ({ apiUserId: user, secretKey: secret }: Dealer['credentials']) =>
      post(`/${site}/sign-in`, { user, secret, next: `/${site}` }),
  }
}

export const recordPath = (noun: string, id: string) => `/audit/records/${noun}/${id}`
