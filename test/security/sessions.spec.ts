import { expect, onTestFinished, test } from 'vitest'
import {
  auditPageForThisFile,
  startedAuditPage,
  visitor,
} from '#test/projections/audit/page/running-page.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer } from '#test/support/system-dealer.ts'

const system = systemForThisFile()
const page = auditPageForThisFile(system)
const behindProxy = auditPageForThisFile(system, { TRUSTED_PROXIES: 'loopback' })

let passedMs = 0
const laterPage = auditPageForThisFile(system, {}, () => Date.now() + passedMs)

const COOKIE = 'sarraf_audit'
const MINUTE_MS = 60_000

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

test('a session that nobody uses ends after half an hour', async () => {
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
