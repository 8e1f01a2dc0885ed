// @module-tag embedded-parts

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { operator } from '#test/operator/command-line.ts'
import { eventStoreNodeForThisFile } from '#test/support/event-store.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { countedMs } from '#test/support/within.ts'
import { startFeedProcess } from './feed-process.ts'
import { startSecuredBroker, users } from './secured-broker.ts'

const run = promisify(execFile)
const SAID_WITHIN_MS = 10_000

const store = eventStoreNodeForThisFile()
let broker: Awaited<ReturnType<typeof startSecuredBroker>>
beforeAll(async () => {
  broker = await startSecuredBroker()
  return broker.close
}, 180_000)

const vaultKey = randomBytes(32)
const credentials = { KAFKA_USER: 'sarraf', KAFKA_PASSWORD: users.sarraf }

async function feedWith(environment: Readonly<Record<string, string>>, brokers: string) {
  const { databases, url: eventStoreUrl } = store
  const place = {
    brokers,
    databaseUrl: databases.feed,
    eventStoreUrl,
    vaultKey,
    environment,
  }
  const feed = await startFeedProcess(place)
  onTestFinished(async () => void (await feed.end('SIGKILL')))
  return feed
}

const untilItPublishes = ({ status }: Awaited<ReturnType<typeof startFeedProcess>>) =>
  vi.waitFor(async () => expect(await status()).toMatchObject({ phase: 'publishing' }), {
    timeout: 60_000,
    interval: 100,
  })

const doctorWith = (environment: Readonly<Record<string, string>>, brokers: string) =>
  operator(['check', '--json'], {
    DATABASE_URL: store.databases.command,
    EVENTSTORE_URL: store.url,
    VAULT_KEY: vaultKey.toString('hex'),
    KAFKA_BROKERS: brokers,
    ...environment,
  })

const Report = Compile(Type.Object({ findings: Type.Array(Type.Unknown()) }))
const findingsIn = (stdout: string) =>
  Report.Parse(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).findings

test('the feed signs in with SCRAM, and with SCRAM over TLS, and needs no other right than the documented ones', async () => {
  const folder = await temporaryFolder('certificate')
  const authority = join(folder, 'broker.pem')
  await writeFile(authority, broker.certificate)
  const overTls = { KAFKA_TLS: 'true', NODE_EXTRA_CA_CERTS: authority }

  const plain = await feedWith(credentials, broker.saslAddress)
  await untilItPublishes(plain)
  await plain.end('SIGTERM')
  await untilItPublishes(await feedWith({ ...credentials, ...overTls }, broker.tlsAddress))

  const { stdout } = await doctorWith(credentials, broker.saslAddress)
  const ofKafka = findingsIn(stdout).filter((one) => /KAFKA|topic|groups/.test(JSON.stringify(one)))
  expect(ofKafka).toEqual([
    { subject: 'KAFKA_BROKERS', verdict: 'ok', found: '1 brokers answer' },
    { subject: 'right to create topics', verdict: 'ok', found: 'tried' },
    { subject: 'right to use consumer groups', verdict: 'ok', found: 'tried' },
    ...ofKafka.slice(3).map(() => expect.objectContaining({ verdict: 'ok' })),
  ])
})

describe.each([
  {
    wrong: 'a wrong password',
    environment: { ...credentials, KAFKA_PASSWORD: 'a wrong password' },
    reason: /^Kafka refuses KAFKA_USER or KAFKA_PASSWORD: /,
  },
  {
    wrong: 'a mechanism that the broker does not offer',
    environment: { ...credentials, KAFKA_SASL_MECHANISM: 'plain' },
    reason: /^Kafka does not offer KAFKA_SASL_MECHANISM: /,
  },
  {
    wrong: 'a user without rights',
    environment: { KAFKA_USER: 'guest', KAFKA_PASSWORD: users.guest },
    reason: /^KAFKA_USER lacks a right at Kafka: /,
  },
  {
    wrong: 'a certificate of an unknown authority',
    environment: { ...credentials, KAFKA_TLS: 'true' },
    reason: /^The certificate of Kafka is not trusted; .*self-signed certificate/,
    overTls: true,
  },
])('with $wrong', ({ environment, reason, overTls = false }) => {
  const address = () => (overTls ? broker.tlsAddress : broker.saslAddress)

  test('status, health and log say why within ten seconds', async () => {
    const passedMs = countedMs()
    const feed = await feedWith({ LOG_LEVEL: 'trace', ...environment }, address())
    await vi.waitFor(
      async () => {
        expect(await feed.status()).toMatchObject({
          phase: 'waiting',
          failure: expect.stringMatching(reason),
        })
      },
      { timeout: 3 * SAID_WITHIN_MS, interval: 100 },
    )
    expect(passedMs()).toBeLessThan(SAID_WITHIN_MS)
    const { failure } = await feed.status()
    const health = await fetch(`${feed.url}/health/ready`)
    expect(health.status).toBe(503)
    expect(await health.json()).toMatchObject({ missing: [`feed: waiting: ${failure}`] })
    expect(feed.logged()).toContain(failure)
    expect(feed.logged()).not.toContain(environment.KAFKA_PASSWORD)
  })

  test('the doctor says it, and no output has the password', async () => {
    const { stdout, stderr } = await doctorWith({ LOG_LEVEL: 'trace', ...environment }, address())
    expect(findingsIn(stdout)).toContainEqual({
      subject: expect.stringMatching(/^KAFKA_BROKERS$|^right to create topics$/),
      verdict: 'fault',
      found: expect.stringMatching(reason),
      cure: expect.any(String),
    })
    expect(stdout + stderr).not.toContain(environment.KAFKA_PASSWORD)
  })

  test('`feed -- tail` ends with the reason within ten seconds', async () => {
    const program = 'publishing/kafka/command-line/main.ts'
    const passedMs = countedMs()
    const ended = await run(process.execPath, [program, 'tail'], {
      env: { ...process.env, ...environment, KAFKA_BROKERS: address() },
    }).catch((error: unknown) => error)
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(new RegExp(reason.source.replace('^', ''))),
    })
    expect(passedMs()).toBeLessThan(SAID_WITHIN_MS)
  })
})
