import { expect, test } from 'vitest'
import { consolePages } from '#audit/console/pages.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { auditPageForThisFile, visitor } from '../page/running-page.ts'

const system = systemForThisFile()
const page = auditPageForThisFile(system)

async function signedIn() {
  const dealer = await newDealer(system)
  const owner = visitor(page.url, {}, 'console')
  expect((await owner.signIn(dealer.credentials)).location).toBe('/console')
  return { dealer, owner }
}

test('the start page leads to every page, in both languages', async () => {
  const { owner } = await signedIn()
  for (const language of ['en', 'tr'] as const) {
    const { status, page: shown } = await owner.get(`/console?lang=${language}`)
    expect(status).toBe(200)
    for (const { path, title, about } of consolePages) {
      expect(shown).toContain(`<a href="${path}">${title[language]}</a>`)
      expect(shown).toContain(about[language])
    }
  }
})

test('the cookie of the console is one of its own, and its addresses too', async () => {
  const dealer = await newDealer(system)
  const owner = visitor(page.url, {}, 'console')
  const refused = await owner.get('/console')
  expect([refused.status, refused.location]).toEqual([303, '/console/sign-in?next=/console'])
  const { setCookies } = await owner.signIn(dealer.credentials)
  expect(setCookies[0]).toMatch(
    /^sarraf_console=[\w-]+\.[\w-]+; Path=\/console; Max-Age=1800; HttpOnly; SameSite=Strict$/,
  )
  const shown = await owner.get('/console')
  expect(shown.page).toContain('<title>')
  expect(shown.page).not.toContain('/audit')
  const style = /href="(\/console\/assets\/style-[^"]+)"/.exec(shown.page)?.[1] ?? ''
  expect((await owner.get(style)).headers.get('content-type')).toContain('text/css')
  expect((await owner.get('/console/nowhere')).status).toBe(404)
  expect((await owner.post('/console/sign-out')).location).toBe('/console/sign-in')
  expect((await owner.get('/console')).status).toBe(303)
})

test.each([
  ['/console/keys', '/console/keys'],
  ['/audit/records', '/console'],
  ['https://evil.example/console', '/console'],
  ['/console/../audit', '/console'],
  ['/consoles', '/console'],
])('a sign-in that wants to go on to %s goes to %s', async (next, to) => {
  const { credentials } = await newDealer(system)
  const { apiUserId: user, secretKey: secret } = credentials
  const signed = await visitor(page.url).post('/console/sign-in', { user, secret, next })
  expect(signed.location).toBe(to)
})
