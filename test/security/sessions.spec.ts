import { expect, test } from 'vitest'
import { auditPageForThisFile, visitor } from '#test/projections/audit/page/running-page.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer } from '#test/support/system-dealer.ts'

const system = systemForThisFile()
const page = auditPageForThisFile(system)
const behindProxy = auditPageForThisFile(system, { TRUSTED_PROXIES: 'loopback' })

const COOKIE = 'sarraf_audit'

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
