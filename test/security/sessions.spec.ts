import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { consoleRoutes } from '#audit/console/site.ts'
import { auditRoutes } from '#audit/page/routes.ts'
import type { PageDependencies } from '#audit/page/serving/route.ts'
import type { SiteName } from '#audit/page/serving/site.ts'
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

test.each([
  ['audit', ['*', 'console']],
  ['console', ['*', 'audit']],
] as const)('a key with all rights but %s is not let in there', async (site, rights) => {
  const { credentials } = await newDealer(system, { key: { rights: [...rights] } })
  const refused = await visitor(page.url, {}, site).signIn(credentials)
  expect([refused.status, refused.page.includes(`“${site}”`)]).toEqual([403, true])
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

const sites = ['audit', 'console'] as const

let foreignId = ''
let own: Readonly<Record<SiteName, Visitor>>
/** Signed in once; then the key ended, the company became passive, or left for the free package. */
let lockedOut: Readonly<Record<SiteName, readonly Visitor[]>>

beforeAll(async () => {
  const stranger = await newDealer(system)
  foreignId = createdIn(await stranger.api.post('/v1/expenses', manual())).id
  const dealer = await newDealer(system)
  own = { audit: await signedIn('audit', dealer), console: await signedIn('console', dealer) }
  const dealers = [await newDealer(system), await newDealer(system), await newDealer(system)]
  const [ended, passive, free] = dealers
  lockedOut = {
    audit: await Promise.all(dealers.map((one) => signedIn('audit', one))),
    console: await Promise.all(dealers.map((one) => signedIn('console', one))),
  }
  const key = { validUntil: '2099-01-01T00:00:00Z', rights: ['*', ...sites], status: false }
  await ended?.import({ kind: 'apiKey', data: { ...ended.credentials, ...key } })
  await passive?.import({ kind: 'company', data: companyOf(passive, { status: false }) })
  await free?.import({ kind: 'company', data: companyOf(free, { package: 'Free' }) })
})

async function signedIn(site: SiteName, { credentials }: Dealer) {
  const who = visitor(page.url, {}, site)
  expect((await who.signIn(credentials)).status).toBe(303)
  expect((await who.get(`/${site}`)).status).toBe(200)
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
const unused = { begin: uncalled, look: uncalled, end: uncalled }
const dependencies: PageDependencies = {
  system: uncalled,
  authenticate: uncalled,
  sessions: { audit: unused, console: unused },
  recordAccess: uncalled,
  feed: uncalled,
  verifications: { start: () => undefined, of: () => undefined },
  signInRefused: () => undefined,
}
const pagesOf = { audit: auditRoutes(dependencies), console: consoleRoutes(dependencies) }
const named = sites.flatMap((site) =>
  pagesOf[site]
    .filter(({ path }) => !/\/sign-(?:in|out)$/.test(path))
    .map((route) => [`${route.method} ${route.path}`, site, route] as const),
)
type Route = (typeof named)[number][2]

const open = (who: Visitor, { method, path }: Route, id: string) => {
  const target = path.replace(':noun', 'expense-voucher').replace(/:\w+/, id)
  return method === 'GET' ? who.get(target) : who.post(target, { value: id })
}

test.each(named)(
  '%s asks for a sign-in without a session, and with one of who is locked out',
  async (_name, site, route) => {
    for (const who of [visitor(page.url), ...lockedOut[site]]) {
      const { status, location } = await open(who, route, foreignId)
      expect([status, location.startsWith(`/${site}/sign-in`)]).toEqual([303, true])
    }
  },
)

test.each(named)('%s is not open to a session of the other site', async (_name, site, route) => {
  const other = site === 'audit' ? 'console' : 'audit'
  const who = visitor(page.url)
  who.cookies.set(`sarraf_${site}`, own[other].cookies.get(`sarraf_${other}`) ?? '')
  expect((await open(who, route, foreignId)).status).toBe(303)
})

test.each(named)('%s takes no form of another site', async (_name, site, { method, path }) => {
  const headers =
    method === 'GET' ? { 'sec-fetch-dest': 'iframe' } : { origin: 'http://evil.example' }
  const foreign = visitor(page.url, headers)
  foreign.cookies.set(`sarraf_${site}`, own[site].cookies.get(`sarraf_${site}`) ?? '')
  expect((await open(foreign, { method, path, handle: uncalled }, foreignId)).status).toBe(403)
})

const asked = named.filter(([, , { path }]) => path.includes(':') || path.endsWith('/find'))

test.each(asked)(
  '%s does not tell a record of another company from none',
  async (_name, site, route) => {
    const told = async (id: string) => {
      const answer = await open(own[site], route, id)
      const { status, page: shown } =
        answer.location === '' ? answer : await own[site].get(answer.location)
      return [answer.status, status, shown.replaceAll(id, 'ID').replaceAll(UUID, 'UUID')]
    }
    expect(await told(foreignId)).toEqual(await told('f'.repeat(24)))
  },
)
