import { expect, test } from 'vitest'
import { systemForThisFile } from '#test/support/system.ts'
import { type Dealer, newDealer } from '#test/support/system-dealer.ts'
import { auditPageForThisFile, visitor } from '../running-page.ts'

const system = systemForThisFile()
const page = auditPageForThisFile(system, {
  TRUSTED_PROXIES: '127.0.0.1',
  AUDIT_HOSTS: 'audit.example',
})
let shared: Dealer | undefined

/** For tests that change nothing. */
const someDealer = async () => {
  shared ??= await newDealer(system)
  return shared
}

test('a page requires a sign-in, which then leads back to it', async () => {
  const dealer = await someDealer()
  const auditor = visitor(page.url)
  const path = `/audit/records/company/${dealer.companyId}`
  const refused = await auditor.get(path)
  expect([refused.status, refused.location]).toEqual([303, `/audit/sign-in?next=${path}`])
  expect((await auditor.get(refused.location)).page).toContain(`name="next" value="${path}"`)
  expect((await auditor.signIn(dealer.credentials)).location).toBe('/audit')
  expect((await auditor.get(path)).status).toBe(200)
  expect((await auditor.post('/audit/sign-out')).location).toBe('/audit/sign-in')
  expect((await auditor.get(path)).status).toBe(303)
})

test('the cookie is protected from scripts, other sites and plain connections', async () => {
  const dealer = await someDealer()
  const [plain = ''] = (await visitor(page.url).signIn(dealer.credentials)).setCookies
  expect(plain).toMatch(
    /^sarraf_audit=[\w-]+\.[\w-]+; Path=\/audit; Max-Age=1800; HttpOnly; SameSite=Strict$/,
  )
  const behindTls = visitor(page.url, { 'x-forwarded-proto': 'https' })
  const { setCookies } = await behindTls.signIn(dealer.credentials)
  expect(setCookies[0]).toMatch(
    /^__Host-sarraf_audit=[\w-]+\.[\w-]+; Path=\/; Max-Age=1800; HttpOnly; SameSite=Strict; Secure$/,
  )
  expect((await behindTls.get('/audit')).status).toBe(200)
  // A name without the prefix may come from a page in clear text.
  behindTls.cookies.set('sarraf_audit', behindTls.cookies.get('__Host-sarraf_audit') ?? '')
  behindTls.cookies.delete('__Host-sarraf_audit')
  expect((await behindTls.get('/audit')).status).toBe(303)
})

test('a script of another page on this host loads no page', async () => {
  const dealer = await someDealer()
  const auditor = visitor(page.url)
  await auditor.signIn(dealer.credentials)
  const cookie = `sarraf_audit=${auditor.cookies.get('sarraf_audit')}`
  const statusFor = async (dest: string) =>
    (await fetch(new URL('/audit', page.url()), { headers: { cookie, 'sec-fetch-dest': dest } }))
      .status
  expect(await statusFor('document')).toBe(200)
  for (const dest of ['empty', 'iframe', 'script', 'image']) expect(await statusFor(dest)).toBe(403)
})

test('a page runs no script, loads nothing from elsewhere, and cannot be framed', async () => {
  const { headers } = await visitor(page.url).get('/audit/sign-in')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("form-action 'self'")
  expect(policy).not.toContain('unsafe')
  expect(policy).not.toContain('script-src')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cache-control')).toBe('private, no-store')
})

test('a wrong secret, an unknown user and a key without the right are refused', async () => {
  const dealer = await someDealer()
  const till = await newDealer(system, { key: { rights: ['expenses'] } })
  const { apiUserId, secretKey } = dealer.credentials
  const auditor = visitor(page.url)
  expect((await auditor.signIn({ apiUserId, secretKey: 'wrong' })).status).toBe(401)
  expect((await auditor.signIn({ apiUserId: 'nobody', secretKey })).status).toBe(401)
  expect((await auditor.signIn({ apiUserId: `${apiUserId}:`, secretKey })).status).toBe(401)
  const withoutRight = await auditor.signIn(till.credentials)
  expect(withoutRight.status).toBe(403)
  expect(withoutRight.page).toContain('role="alert"')
  expect(auditor.cookies.size).toBe(0)
  expect(page.log()).toMatch(/"reason":"noRight".*"address":"127.0.0.1".*sign-in refused/)
  expect(page.log()).not.toContain('nobody')
})

test('repeated sign-ins with the right secret are never refused', async () => {
  const { credentials } = await newDealer(system)
  const auditor = visitor(page.url, { 'x-forwarded-for': '192.0.2.8' })
  for (let count = 0; count < 12; count++) {
    expect((await auditor.signIn(credentials)).status).toBe(303)
  }
})

test('a session ends if its key gets another secret or loses the right', async () => {
  const dealer = await newDealer(system)
  const { apiUserId } = dealer.credentials
  const auditor = visitor(page.url)
  await auditor.signIn(dealer.credentials)
  const key = {
    apiUserId,
    secretKey: 'another secret, long enough',
    validUntil: '2099-01-01T00:00:00Z',
  }
  for (const rights of [['audit'], ['expenses']]) {
    expect((await auditor.get('/audit')).status).toBe(200)
    await dealer.import({ kind: 'apiKey', data: { ...key, rights } })
    expect((await auditor.get('/audit')).status).toBe(303)
    await auditor.signIn(key)
  }
})

test('a forged session is invalid', async () => {
  const dealer = await someDealer()
  const auditor = visitor(page.url)
  await auditor.signIn(dealer.credentials)
  const real = auditor.cookies.get('sarraf_audit') ?? ''
  const [content = '', signature = ''] = real.split('.')
  const later = JSON.parse(Buffer.from(content, 'base64url').toString())
  const longer = Buffer.from(JSON.stringify([later[0], later[1], later[2] + 9e9]))
  const forged = [
    `${longer.toString('base64url')}.${signature}`,
    `${content}.`,
    content,
    '.',
    'x'.repeat(3_000),
    `${Buffer.from('[1]').toString('base64url')}.${signature}`,
  ]
  for (const cookie of forged) {
    auditor.cookies.set('sarraf_audit', cookie)
    expect([cookie, (await auditor.get('/audit')).status]).toEqual([cookie, 303])
  }
})

test('a form on another site’s page does nothing', async () => {
  const { credentials } = await someDealer()
  const auditor = visitor(page.url)
  await auditor.signIn(credentials)
  const form = { value: 'GP 1' }
  for (const headers of [
    { origin: 'https://elsewhere.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]) {
    expect((await auditor.post('/audit/find', form, headers)).status).toBe(403)
    expect((await auditor.post('/audit/sign-out', {}, headers)).status).toBe(403)
  }
  const own = { origin: page.url(), 'sec-fetch-site': 'same-origin' }
  expect((await auditor.post('/audit/find', form, own)).status).toBe(303)
})

test('a form of the page counts behind a proxy that replaces Host', async () => {
  const { credentials } = await someDealer()
  const auditor = visitor(page.url)
  await auditor.signIn(credentials)
  const form = { value: 'GP 1' }
  // Over plain HTTP a browser sends no more than the origin.
  const named = { origin: 'https://audit.example' }
  const sameOrigin = { origin: 'https://other.example', 'sec-fetch-site': 'same-origin' }
  for (const headers of [named, sameOrigin]) {
    expect((await auditor.post('/audit/find', form, headers)).status).toBe(303)
  }
  const foreign = { origin: 'https://audit.example', 'sec-fetch-site': 'cross-site' }
  expect((await auditor.post('/audit/find', form, foreign)).status).toBe(403)
})

test('a redirect to another site is not followed', async () => {
  const { apiUserId: user, secretKey: secret } = (await someDealer()).credentials
  for (const next of ['https://elsewhere.example/', '//elsewhere.example', '/audit/../v1', '/x']) {
    const signedIn = await visitor(page.url).post('/audit/sign-in', { user, secret, next })
    expect([next, signedIn.location]).toEqual([next, '/audit'])
  }
})

test('the page uses the requested language, and remembers it', async () => {
  const auditor = visitor(page.url, { 'accept-language': 'en' })
  expect((await auditor.get('/audit/sign-in')).page).toContain('<html lang="en">')
  expect((await auditor.get('/audit/sign-in?lang=tr')).page).toContain('<html lang="tr">')
  expect((await auditor.get('/audit/sign-in')).page).toContain('Giriş yap')
})

test('an invalid request is answered with a page too', async () => {
  const auditor = visitor(page.url)
  expect((await auditor.get('/audit/nowhere')).status).toBe(404)
  expect((await auditor.get('/audit/%ff')).status).toBe(404)
  const large = await auditor.post('/audit/sign-in', { user: 'x'.repeat(20_000) })
  expect([large.status, large.headers.get('content-type')]).toEqual([
    400,
    'text/html; charset=utf-8',
  ])
})
