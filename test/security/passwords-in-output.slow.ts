// @module-tag embedded-parts

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { LoginRole } from '#kernel/platform/database/roles.ts'
import { freePort } from '#stack/free-port.ts'
import { eventStoreNodeForThisFile } from '#test/support/event-store.ts'
import { makeVault } from '#test/support/made-vault.ts'

const PASSWORD = 'hunter2/%+&pass'
const WRITTEN = encodeURIComponent(PASSWORD)
const PATIENCE_MS = 20_000
const NOWHERE = 'http://127.0.0.1:9'

const store = eventStoreNodeForThisFile()

type Environment = Readonly<Record<string, string>>

const mains = {
  command: 'command-service/main.ts',
  query: 'query-service/main.ts',
  projections: 'projections/main.ts',
  feed: 'publishing/kafka/main.ts',
  webhooks: 'publishing/webhooks/main.ts',
  'event store': 'local-stack/event-store/main.ts',
} as const

/** All that a process prints until it has failed in these words, or as is asked for. */
async function printedBy(
  main: string,
  environment: Environment,
  failure: RegExp,
  hasFailed = (printed: string) => failure.test(printed),
) {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const closed = once(child, 'close')
  let printed = ''
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (chunk: unknown) => {
      printed += String(chunk)
    })
  }
  const said = () => child.exitCode !== null || hasFailed(printed)
  await expect.poll(said, { timeout: PATIENCE_MS, interval: 50 }).toBe(true)
  child.kill('SIGKILL')
  await closed
  expect(printed).toMatch(failure)
  return printed
}

/** As it is, as it stands in an address, and as HTTP and SASL send it. */
const formsOf = (user: string) => [
  PASSWORD,
  WRITTEN,
  Buffer.from(`${user}:${PASSWORD}`).toString('base64'),
  Buffer.from(`\0${user}\0${PASSWORD}`).toString('base64'),
]

function expectNoPassword(printed: string, user: string) {
  expect(formsOf(user).filter((form) => printed.includes(form))).toEqual([])
}

const roleOf: Readonly<Record<string, LoginRole>> = {
  query: 'query',
  feed: 'feed',
  webhooks: 'webhooks',
}

const healthy = async (service: string) => ({
  PORT: String(await freePort()),
  LOG_LEVEL: 'trace',
  VAULT_KEY: 'a'.repeat(64),
  SIGN_IN_KEY: 'b'.repeat(64),
  EVENTSTORE_URL: store.url,
  DATABASE_URL: store.databases[roleOf[service] ?? 'projections'],
  KAFKA_BROKERS: '127.0.0.1:9',
  INTEGRATOR_URL: NOWHERE,
  KMTS_URL: NOWHERE,
  BANK_GATEWAY_URL: NOWHERE,
  TAXPAYER_REGISTRY_URL: NOWHERE,
})

/** Takes connections and ends them at once, as a proxy in front of nothing does. */
async function endingPort(taken: () => void = () => undefined) {
  const server = createServer((socket) => {
    taken()
    socket.destroy()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const withPassword = (href: string, change: (url: URL) => void = () => undefined) => {
  const url = new URL(href)
  url.username = 'dealer'
  url.password = WRITTEN
  change(url)
  return url.href
}

test.each(Object.entries(mains))(
  'the %s process prints no password of a database that refuses it, ends its connections, or is not there',
  async (service, main) => {
    const environment = await healthy(service)
    const url = store.databaseUrl
    const ending = await endingPort()
    const nothing = await freePort()
    const to = (port: number) => (changed: URL) => {
      changed.hostname = '127.0.0.1'
      changed.port = String(port)
    }
    const failures: readonly (readonly [string, RegExp])[] = [
      [withPassword(url), /refuses to sign in|password authentication failed/],
      [withPassword(url, to(ending)), /terminated|ECONNRESET|does not answer|closed/i],
      [withPassword(url, to(nothing)), /ECONNREFUSED|does not answer/],
      [`${withPassword(url)}?sslmode=verify-full&sslrootcert=/nowhere`, /sslrootcert|ENOENT/],
      [`${withPassword(url)}#x@db`.replace(WRITTEN, `${WRITTEN}#`), /DATABASE_URL/],
    ]
    for (const [DATABASE_URL, failure] of failures) {
      const printed = await printedBy(main, { ...environment, DATABASE_URL }, failure)
      expectNoPassword(printed, 'dealer')
    }
  },
  120_000,
)

test('the feed prints no password of brokers that it cannot reach, or that end its connections', async () => {
  const environment = await healthy('feed')
  await makeVault(environment.DATABASE_URL, Buffer.from(environment.VAULT_KEY, 'hex'))
  for (const port of [await freePort(), await endingPort()]) {
    for (const KAFKA_SASL_MECHANISM of ['plain', 'scram-sha-256']) {
      const printed = await printedBy(
        mains.feed,
        {
          ...environment,
          KAFKA_BROKERS: `127.0.0.1:${port}`,
          KAFKA_USER: 'dealer',
          KAFKA_PASSWORD: PASSWORD,
          KAFKA_SASL_MECHANISM,
        },
        /Kafka|broker|ECONNREFUSED|closed/i,
      )
      expectNoPassword(printed, 'dealer')
    }
  }
}, 120_000)

test('no process prints what authorizes its spans where the receiver does not take them', async () => {
  let taken = 0
  const port = await endingPort(() => {
    taken += 1
  })
  const environment = {
    ...(await healthy('query')),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Basic ${Buffer.from(`dealer:${PASSWORD}`).toString('base64')}`,
  }
  // Each request is a span.
  const spansWereSent = () => {
    fetch(`http://127.0.0.1:${environment.PORT}/v1/expenses`).catch(() => undefined)
    return taken > 0
  }
  const printed = await printedBy(mains.query, environment, /"level"/, spansWereSent)
  expectNoPassword(printed, 'dealer')
}, 60_000)
