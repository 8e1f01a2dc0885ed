import { expect, test } from 'vitest'
import { accessibilityFaults } from '#test/support/accessibility.ts'
import { browserForThisFile } from '#test/support/browser.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer } from '#test/support/system-dealer.ts'

const system = systemForThisFile()
const open = browserForThisFile()

const desktop = { viewport: { width: 1200, height: 900 } }
const DIAGRAM = 'img[src$="/docs/states.svg"]'

/** Scalar's field for a user name is a combobox that does not say whether it is open. */
const NOT_OURS = 'aria-required-attr'

test('the guide is there in both languages with its diagram, accessible, and loads nothing from elsewhere', async () => {
  const { page, faults } = await open(desktop)
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).origin))
  await page.goto(`${system.baseUrl}/docs`)
  await page.getByRole('heading', { name: 'First call' }).first().waitFor()
  await page.waitForFunction(`document.querySelector('${DIAGRAM}')?.naturalWidth > 0`)
  expect(await accessibilityFaults(page, [NOT_OURS])).toEqual([])
  expect(await page.getAttribute('html', 'lang')).toBe('en')

  await page.getByText('English').click()
  await page.getByText('Türkçe').click()
  await page.getByRole('heading', { name: 'İlk çağrı' }).first().waitFor()
  await page.waitForFunction(`document.documentElement.lang === 'tr'`)
  expect(faults).toEqual([])
  expect([...asked].filter((origin) => origin.startsWith('http'))).toEqual([system.baseUrl])
})

test.each(['', '?api=tr'])(
  'on a phone nothing of it has to be scrolled sideways (%s)',
  async (which) => {
    const { page } = await open({ viewport: { width: 390, height: 844 } })
    await page.goto(`${system.baseUrl}/docs/${which}`)
    await page.getByText('$SANDBOX').first().waitFor()
    // Once all of it is laid out.
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    const language = which === '' ? 'en' : 'tr'
    await page.waitForFunction(`document.documentElement.lang === '${language}'`)
  },
)

test('a call can be tried on the page, with a key that is entered there', async () => {
  const { credentials } = await newDealer(system)
  const { page } = await open(desktop)
  await page.goto(`${system.baseUrl}/docs`)
  await page.getByText('List customers').first().click()
  await page
    .getByRole('button', { name: /Test Request/ })
    .first()
    .click()
  await page.getByText('Username:').last().click()
  await page.keyboard.type(credentials.apiUserId)
  await page.getByText('Password:').last().click()
  await page.keyboard.type(credentials.secretKey)
  const answered = page.waitForResponse(`${system.baseUrl}/v1/customers?**`)
  const [answer] = await Promise.all([answered, page.keyboard.press('Control+Enter')])
  expect(answer.status()).toBe(200)
})

test('the front page and readiness are for people, in both languages, light and dark', async () => {
  for (const locale of ['en', 'tr']) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const path of ['/', '/health/ready']) {
        const { page, faults } = await open({ ...desktop, locale, colorScheme })
        await page.goto(`${system.baseUrl}${path}`)
        expect(await page.getAttribute('html', 'lang')).toBe(locale)
        expect(await page.locator('main h1').count()).toBe(1)
        expect(await accessibilityFaults(page)).toEqual([])
        expect(faults).toEqual([])
      }
    }
  }
})
