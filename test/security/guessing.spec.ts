import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { mapConcurrently } from '#kernel/platform/waiting/map-concurrently.ts'
import { apiKeyCommand } from '#operator/api-keys/command.ts'
import { auditPageForThisFile, visitor } from '#test/audit/page/running-page.ts'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { execute } from '#test/support/execute.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { apiAt, type Credentials } from '#test/support/system-client.ts'
import { type Dealer, newDealer } from '#test/support/system-dealer.ts'

const KEY = 'ab'.repeat(32)
const system = systemForThisFile({ TRUSTED_PROXIES: '127.0.0.1', SIGN_IN_KEY: KEY })
const page = auditPageForThisFile(system, { SIGN_IN_KEY: KEY, TRUSTED_PROXIES: '127.0.0.1' })

/** A hundred may wait for their turn, and some have had theirs by then. */
const MORE_THAN_ARE_HEARD = 240

const wrong = (credentials: Credentials, secretKey: string) => ({ ...credentials, secretKey })

/** One read by somebody at an address. */
async function signIn(credentials: Credentials, address: string) {
  const api = apiAt(system.baseUrl, credentials)
  const headers = { 'x-forwarded-for': address }
  const { status, error, headers: received } = await api.get('/v1/customers', headers)
  return { status, code: error?.code, retryAfter: Number(received['retry-after']), error }
}

async function guesses(credentials: Credentials, address: string, count: number) {
  const statuses: number[] = []
  for (let guess = 0; guess < count; guess++) {
    statuses.push((await signIn(wrong(credentials, `guess ${guess}`), address)).status)
  }
  return statuses
}

test('after ten wrong secrets of one user no other one is looked at for a minute', async () => {
  const { credentials } = await newDealer(system)
  expect(await guesses(credentials, '192.0.2.1', 10)).toEqual(Array(10).fill(401))

  const refused = await signIn(credentials, '192.0.2.1')

  expect(refused).toMatchObject({ status: 429, code: 'AUTH_TOO_MANY_ATTEMPTS' })
  expect(refused.retryAfter).toBeGreaterThan(0)
  expect(refused.retryAfter).toBeLessThanOrEqual(60)
  expect(refused.error?.details).toEqual([
    { field: 'Authorization', rule: 'attempts', retryAfter: refused.retryAfter },
  ])
  expect((await signIn(credentials, '192.0.2.2')).status).toBe(200)
})

test('guesses that come all at once are counted too', async () => {
  const { credentials } = await newDealer(system)
  const all = Array.from({ length: 40 }, (_, guess) =>
    signIn(wrong(credentials, `at once ${guess}`), '192.0.2.3'),
  )
  const statuses = (await Promise.all(all)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
})

test("an attacker who guesses a company's secret does not lock the company out, at any service", async () => {
  const { credentials, api } = await newDealer(system)
  expect((await signIn(credentials, '192.0.2.4')).status).toBe(200)
  await guesses(credentials, '192.0.2.4', 12)
  expect((await signIn(wrong(credentials, 'one more'), '192.0.2.4')).status).toBe(429)

  expect((await signIn(credentials, '192.0.2.4')).status).toBe(200)
  const written = await api.post('/v1/expenses', {}, { 'x-forwarded-for': '192.0.2.4' })
  expect(written.status).toBe(400)
})

test('the audit page, the API and every instance count together', async () => {
  const { credentials } = await newDealer(system)
  await guesses(credentials, '192.0.2.5', 5)
  const thief = visitor(page.url, { 'x-forwarded-for': '192.0.2.5' })
  for (let guess = 0; guess < 5; guess++) {
    expect((await thief.signIn(wrong(credentials, `page ${guess}`))).status).toBe(401)
  }
  const refused = await thief.signIn(credentials)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)

  const another = await anotherCommandService(system, {
    SIGN_IN_KEY: KEY,
    TRUSTED_PROXIES: '127.0.0.1',
  })
  const there = await apiAt(another.url, credentials).post(
    '/v1/expenses',
    {},
    { 'x-forwarded-for': '192.0.2.5' },
  )
  expect(there.status).toBe(429)
})

test('a program with a wrong secret does not keep others at its address from signing in', async () => {
  const { credentials } = await newDealer(system)
  await guesses({ apiUserId: 'forgotten', secretKey: 'x' }, '192.0.2.11', 110)
  expect((await signIn(credentials, '192.0.2.11')).status).toBe(200)
})

test('an address that guesses for many users at once is refused for every further user', async () => {
  const { credentials } = await newDealer(system)
  // So few at once that on a busy machine none waits too long for its turn.
  const users = Array.from({ length: 110 }, (_, user) => `nobody ${user}`)
  const answers = await mapConcurrently(users, (apiUserId) =>
    signIn({ apiUserId, secretKey: 'x' }, '192.0.2.6'),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(100)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)

  expect((await signIn(credentials, '192.0.2.6')).status).toBe(429)
  expect((await signIn(credentials, '192.0.2.7')).status).toBe(200)
})

test('a caller with the right secret is never refused as wrong, even during a flood of guesses', async () => {
  const { credentials } = await newDealer(system)
  const flood = Array.from({ length: MORE_THAN_ARE_HEARD }, (_, guess) =>
    signIn({ apiUserId: `flood ${guess}`, secretKey: 'x' }, `198.51.100.${guess}`),
  )
  const own: number[] = []
  const signedIn = async () => {
    own.push((await signIn(credentials, '192.0.2.10')).status)
    return own.at(-1)
  }
  await expect.poll(signedIn).toBe(200)
  expect(own.slice(0, -1)).toEqual(own.slice(0, -1).map(() => 503))
  const answers = await Promise.all(flood)
  const unheard = answers.filter(({ status }) => status === 503)
  expect(unheard).not.toEqual([])
  expect(unheard.filter(({ retryAfter }) => !(retryAfter > 0))).toEqual([])
  expect(answers.filter(({ status }) => status !== 401 && status !== 503)).toEqual([])
})

test('a secret that was never used gets in behind a limited address, once a minute has passed', async () => {
  const { credentials } = await newDealer(system)
  await guesses(credentials, '192.0.2.15', 30)
  expect((await signIn(credentials, '192.0.2.15')).status).toBe(429)

  await passSeconds(61)

  expect((await signIn(credentials, '192.0.2.15')).status).toBe(200)
})

test('of guesses behind the limit one a minute is looked at, for all services together', async () => {
  const { credentials, api } = await newDealer(system)
  await guesses(credentials, '192.0.2.16', 12)
  await passSeconds(61)

  const all = Array.from({ length: 20 }, (_, guess) =>
    signIn(wrong(credentials, `later ${guess}`), '192.0.2.16'),
  )
  const answers = await Promise.all(all)

  expect(answers.filter(({ status }) => status === 401)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(19)
  expect(refused.filter(({ retryAfter }) => retryAfter < 1 || retryAfter > 60)).toEqual([])
  const there = await api.post('/v1/expenses', {}, { 'x-forwarded-for': '192.0.2.16' })
  expect(there.status).toBe(429)
})

test('an address that guessed for many users has one try a minute for all of them', async () => {
  const { credentials } = await newDealer(system)
  const nobody = (user: number) => ({ apiUserId: `spray ${user}`, secretKey: 'x' })
  const spray = (from: number, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, user) => signIn(nobody(from + user), '192.0.2.17')),
    )
  await spray(0, 105)
  await passSeconds(61)

  const later = await spray(200, 20)

  expect(later.filter(({ status }) => status === 401)).toHaveLength(1)
  expect((await signIn(credentials, '192.0.2.17')).status).toBe(429)
})

/** As if that much time had passed since all that was counted. */
async function passSeconds(seconds: number) {
  const earlier = `update sign_in.attempt set expire = expire - ${seconds * 1_000}`
  await execute(system.databases.command, earlier)
}

test.each([
  ['the addresses of one /64', (guess: number) => `2001:db8:1:2::${guess.toString(16)}`, 10],
  [
    'IPv4 in the spelling of IPv6',
    (guess: number) => `${guess % 2 ? '' : '::ffff:'}192.0.2.20`,
    10,
  ],
  ['the networks of one /48', (guess: number) => `2001:db8:7:${guess.toString(16)}::1`, 40],
])('%s are one caller', async (_what, addressOf, most) => {
  const { credentials } = await newDealer(system)
  const all = Array.from({ length: most + 5 }, (_, guess) =>
    signIn(wrong(credentials, `guess ${guess}`), addressOf(guess)),
  )
  const statuses = (await Promise.all(all)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(most)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  expect((await signIn(credentials, addressOf(most + 6))).status).toBe(429)
  expect((await signIn(credentials, '2001:db8:8:1::1')).status).toBe(200)
})

test('a new secret counts at once, whatever was guessed before', async () => {
  const dealer = await newDealer(system)
  const { credentials } = dealer
  await guesses(credentials, '192.0.2.12', 11)
  expect((await signIn(credentials, '192.0.2.12')).status).toBe(429)

  const renewed = await withNewSecret(dealer)

  await expect.poll(async () => (await signIn(renewed, '192.0.2.12')).status).toBe(200)
})

test('a program that still has the former secret does not lock the new one out', async () => {
  const dealer = await newDealer(system)
  const { credentials } = dealer
  expect((await signIn(credentials, '192.0.2.13')).status).toBe(200)
  const renewed = await withNewSecret(dealer)
  const former = async () => (await signIn(credentials, '192.0.2.13')).status
  await expect.poll(former).toBe(401)
  for (let tried = 0; tried < 15; tried++) expect(await former()).toBe(401)

  expect((await signIn(renewed, '192.0.2.13')).status).toBe(200)
})

async function withNewSecret({ credentials: { apiUserId }, import: importLines }: Dealer) {
  const secretKey = randomBytes(24).toString('base64url')
  const validUntil = '2099-01-01T00:00:00Z'
  await importLines({ kind: 'apiKey', data: { apiUserId, secretKey, validUntil } })
  return { apiUserId, secretKey }
}

test('during a flood of guesses a secret that was right once is verified first', async () => {
  const { credentials, api } = await newDealer(system)
  // At one service; the other one has not seen it yet.
  expect((await api.post('/v1/expenses', {})).status).toBe(400)
  const flood = Array.from({ length: MORE_THAN_ARE_HEARD }, (_, guess) =>
    signIn({ apiUserId: `storm ${guess}`, secretKey: 'x' }, `203.0.113.${guess}`),
  )
  const own = await signIn(credentials, '192.0.2.14')
  expect(own.status).toBe(200)
  expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(
    new Set([401, 503]),
  )
})

test('refused sign-ins are logged with the address, and never with the name', async () => {
  const auditor = visitor(page.url, { 'x-forwarded-for': '192.0.2.8' })
  await auditor.signIn({ apiUserId: 'a-secret-typed-as-name', secretKey: 'x' })
  const told = page
    .log()
    .split('\n')
    .filter((line) => line.includes('192.0.2.8'))
  expect(told.join()).toMatch(/"user":"[\w-]{43}","reason":"AUTH_INVALID_CREDENTIALS"/)
  expect(page.log()).not.toContain('a-secret-typed-as-name')
})

test('the operator makes a key that cannot be guessed, and ends it', async () => {
  const { companyId } = await newDealer(system)
  const made = await operator('create', '--company', companyId, '--rights', 'customers')
  const key: unknown = JSON.parse(made.printed)
  expect(key).toMatchObject({
    companyId,
    rights: ['customers'],
    secretKey: expect.stringMatching(/^[\w-]{43}$/),
  })
  const credentials = credentialsIn(made.printed)
  expect((await signIn(credentials, '192.0.2.9')).status).toBe(200)

  expect((await operator('disable', credentials.apiUserId)).exitCode).toBe(0)
  await expect.poll(async () => (await signIn(credentials, '192.0.2.9')).status).toBe(401)
  const write = await apiAt(system.baseUrl, credentials).post('/v1/customers', {})
  expect(write.status).toBe(401)
})

test('a key of an unknown company, or with an unknown right, is not made', async () => {
  expect((await operator('create', '--company', 'f'.repeat(24))).exitCode).toBe(1)
  const { companyId } = await newDealer(system)
  const made = await operator('create', '--company', companyId, '--rights', 'everything')
  expect([made.exitCode, made.printed]).toEqual([1, ''])
})

function credentialsIn(printed: string): Credentials {
  const [, apiUserId = '', secretKey = ''] =
    /"apiUserId":"([^"]+)","secretKey":"([^"]+)"/.exec(printed) ?? []
  return { apiUserId, secretKey }
}

async function operator(...parameters: readonly string[]) {
  const stdout = new PassThrough()
  const stderr = new PassThrough()
  const exitCode = await apiKeyCommand.run(parameters, {
    environment: {
      DATABASE_URL: system.databases.command,
      EVENTSTORE_URL: system.eventStoreUrl,
      VAULT_KEY: system.vaultKey,
    },
    stdin: new PassThrough(),
    stdout,
    stderr,
  })
  stdout.end()
  stderr.end()
  return { exitCode, printed: (await text(stdout)).trim(), told: await text(stderr) }
}
