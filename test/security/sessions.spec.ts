import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { auditRoutes } from '#audit/page/routes.ts'
import { auditPageForThisFile, startedAuditPage, visitor } from '#test/audit/page/running-page.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Dealer, newDealer } from '#test/support/system-dealer.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'

const system = systemForThisFile()
const page = auditPageForThisFile(system)
const behindProxy = auditPageForThisFile(system, { TRUSTED_PROXIES: 'loopback' })

let passedMs = 0
const laterPage = auditPageForThisFile(system, {}, () => Date.now() + passedMs)

const COOKIE = 'sarraf_audit'
const MINUTE_MS = 60_000
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

test('a cookie that was stolen is of no use after the sign-out', async () => {
  const { credentials } = await newDealer(system)
  const auditor = visitor(page.url)
  await auditor.signIn(credentials)
  const stolen = auditor.cookies.get(COOKIE) ?? ''
  const thief = visitor(page.url)
  thief.cookies.set(COOKIE, stolen)
  expect((await thief.get('/audit')).status).toBe(200)

  await auditor.post('/audit/sign-out')

  expect((await thief.get('/audit')).status).toBe(303)
})

test('a sign-out ends the session at every instance, and no other session', async () => {
  const { credentials } = await newDealer(system)
  const [here, there] = [visitor(page.url), visitor(behindProxy.url)]
  await here.signIn(credentials)
  await there.signIn(credentials)
  const other = there.cookies.get(COOKIE) ?? ''
  there.cookies.set(COOKIE, here.cookies.get(COOKIE) ?? '')
  expect((await there.get('/audit')).status).toBe(200)

  await here.post('/audit/sign-out')

  expect((await there.get('/audit')).status).toBe(303)
  there.cookies.set(COOKIE, other)
  expect((await there.get('/audit')).status).toBe(200)
})

test('a page whose key is not that of the vault does not start', async () => {
  const environment = { VAULT_KEY: 'ab'.repeat(32) }
  await expect(startedAuditPage(system, { environment })).rejects.toThrow('VAULT_KEY')
})

test('an unused session ends after half an hour', async () => {
  const { credentials } = await newDealer(system)
  const auditor = visitor(laterPage.url)
  const [used, unused] = [29, 31]
  await auditor.signIn(credentials)

  passedMs += used * MINUTE_MS
  expect((await auditor.get('/audit')).status).toBe(200)
  passedMs += used * MINUTE_MS
  expect((await auditor.get('/audit')).status).toBe(200)

  passedMs += unused * MINUTE_MS
  expect((await auditor.get('/audit')).status).toBe(303)
})

test('a session in constant use ends after eight hours', async () => {
  const { credentials } = await newDealer(system)
  const auditor = visitor(laterPage.url)
  await auditor.signIn(credentials)
  const startedAt = passedMs

  const statuses: number[] = []
  while (passedMs < startedAt + 9 * 60 * MINUTE_MS) {
    passedMs += 10 * MINUTE_MS
    statuses.push((await auditor.get('/audit')).status)
  }

  const lasting = statuses.indexOf(303)
  expect(lasting).toBe(8 * 6 - 1)
  expect(new Set(statuses.slice(lasting))).toEqual(new Set([303]))
})

test('a session that was ended stays ended when the page starts again', async () => {
  const { credentials } = await newDealer(system)
  const auditor = visitor(page.url)
  await auditor.signIn(credentials)
  const stolen = auditor.cookies.get(COOKIE) ?? ''
  await auditor.post('/audit/sign-out')

  const restarted = await startedAuditPage(system)
  onTestFinished(restarted.close)
  const thief = visitor(() => restarted.url)
  thief.cookies.set(COOKIE, stolen)
  expect((await thief.get('/audit')).status).toBe(303)
  await auditor.signIn(credentials)
  thief.cookies.set(COOKIE, auditor.cookies.get(COOKIE) ?? '')
  expect((await thief.get('/audit')).status).toBe(200)
})

test('a key with all rights but audit is not let in', async () => {
  const { credentials } = await newDealer(system, { key: { rights: ['*'] } })
  expect((await visitor(page.url).signIn(credentials)).status).toBe(403)
})

test.each([
  ['a proxy that is trusted', behindProxy, true],
  ['anybody else', page, false],
])('the word of %s about TLS makes a cookie secure: %3$s', async (_who, at, isSecure) => {
  const { credentials } = await newDealer(system)
  const { setCookies } = await visitor(at.url, { 'x-forwarded-proto': 'https' }).signIn(credentials)
  expect(setCookies[0]?.endsWith('; Secure')).toBe(isSecure)
})

type Visitor = ReturnType<typeof visitor>

let foreignId = ''
let auditor: Visitor
/** Signed in once; then the key ended, the company became passive, or left for the free package. */
let lockedOut: readonly Visitor[] = []

beforeAll(async () => {
  const stranger = await newDealer(system)
  foreignId = createdIn(await stranger.api.post('/v1/expenses', manual())).id
  auditor = await signedIn(await newDealer(system))
  const [ended, passive, free] = [
    await newDealer(system),
    await newDealer(system),
    await newDealer(system),
  ]
  lockedOut = await Promise.all([ended, passive, free].map(signedIn))
  const key = { validUntil: '2099-01-01T00:00:00Z', rights: ['*', 'audit'], status: false }
  await ended.import({ kind: 'apiKey', data: { ...ended.credentials, ...key } })
  await passive.import({ kind: 'company', data: companyOf(passive, { status: false }) })
  await free.import({ kind: 'company', data: companyOf(free, { package: 'Free' }) })
})

async function signedIn({ credentials }: Dealer) {
  const who = visitor(page.url)
  expect((await who.signIn(credentials)).status).toBe(303)
  expect((await who.get('/audit')).status).toBe(200)
  return who
}

const companyOf = ({ companyId }: Dealer, changes: object) => ({
  companyId: undefined,
  id: companyId,
  title: 'Kapalıçarşı Sarraf',
  taxNumber: '4840847211',
  ...changes,
})

const uncalled = () => Promise.reject(new Error('only the paths are read'))
const pages = auditRoutes({
  system: uncalled,
  authenticate: uncalled,
  sessions: { begin: uncalled, look: uncalled, end: uncalled },
  recordAccess: uncalled,
  verifications: { start: () => undefined, of: () => undefined },
  signInRefused: () => undefined,
}).filter(({ path }) => !/\/sign-(?:in|out)$/.test(path))

const open = (who: Visitor, { method, path }: (typeof pages)[number], id: string) => {
  const target = path.replace(':noun', 'expense-voucher').replace(/:\w+/, id)
  return method === 'GET' ? who.get(target) : who.post(target, { value: id })
}

const named = pages.map((route) => [`${route.method} ${route.path}`, route] as const)

test.each(named)(
  '%s asks for a sign-in without a session, and with one of who is locked out',
  async (_name, route) => {
    for (const who of [visitor(page.url), ...lockedOut]) {
      const { status, location } = await open(who, route, foreignId)
      expect([status, location.startsWith('/audit/sign-in')]).toEqual([303, true])
    }
  },
)

const asked = named.filter(([, { path }]) => path.includes(':') || path.endsWith('/find'))

test.each(asked)('%s does not tell a record of another company from none', async (_name, route) => {
  const told = async (id: string) => {
    const answer = await open(auditor, route, id)
    const { status, page: shown } =
      answer.location === '' ? answer : await auditor.get(answer.location)
    return [answer.status, status, shown.replaceAll(id, 'ID').replaceAll(UUID, 'UUID')]
  }
  expect(await told(foreignId)).toEqual(await told('f'.repeat(24)))
})
