import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { accessibilityFaults } from '#test/support/accessibility.ts'
import { browserForThisFile } from '#test/support/browser.ts'
import { systemForThisFile } from '#test/support/system.ts'

// The documents as a site: built once, served by the real query service, read in a real browser.

beforeAll(() => promisify(execFile)(process.execPath, ['site/build.ts']), 300_000)

const system = systemForThisFile()
const open = browserForThisFile()

const screens = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const

/** Of the first five readers, with diagrams, tables, code of several languages, and Turkish. */
const pages = ['', 'start.html', 'guides/tr.html', 'running.html', 'architecture.html']

const guide = (path: string) => `${system.baseUrl}/docs/guide/${path}`

async function opened(options: Parameters<typeof open>[0]) {
  const { page, faults } = await open(options)
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).origin))
  return { page, faults, asked }
}

const isWiderThanScreen = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth > window.innerWidth')

test.each([
  ['light', 'desktop'],
  ['dark', 'desktop'],
  ['light', 'phone'],
  ['dark', 'phone'],
] as const)(
  'five pages are accessible and ask no other host (%s, %s)',
  async (colorScheme, screen) => {
    const { page, faults, asked } = await opened({ ...screens[screen], colorScheme })
    for (const path of pages) {
      await page.goto(guide(path))
      await page.waitForSelector('h1')
      expect(await page.locator('html.dark').count()).toBe(colorScheme === 'dark' ? 1 : 0)
      expect(await accessibilityFaults(page), path).toEqual([])
      expect(await isWiderThanScreen(page), path).toBe(false)
    }
    expect(faults).toEqual([])
    expect([...asked].filter((origin) => origin.startsWith('http'))).toEqual([system.baseUrl])
  },
)

test.each([
  ['isteği güvenle', 'kılavuzu'],
  ['ISTEGI GUVENLE', 'kılavuzu'],
  ['İSTEĞİ GÜVENLE', 'kılavuzu'],
  ['set-aside bookings', 'Operations'],
])('a reader who searches %s finds the page', async (words, title) => {
  const { page, faults } = await opened(screens.desktop)
  await page.goto(guide(''))
  await page.waitForFunction('document.querySelector("#app").__vue_app__ !== undefined')
  await page.keyboard.press('Control+k')
  await page.locator('#localsearch-input').fill(words)
  await page.locator('.VPLocalSearchBox .result', { hasText: title }).first().click()
  await page.locator('h1', { hasText: title }).waitFor()
  expect(faults).toEqual([])
})

test('a reader goes from the list of documents to an anchor of another page, and to a file', async () => {
  const { page, faults } = await opened(screens.desktop)
  await page.goto(guide(''))
  await page.locator('.vp-doc a', { hasText: 'operations.md' }).click()
  await page.locator('.vp-doc a[href*="#a-new-vault-key"]').first().click()
  await page.waitForURL('**/operations.html#a-new-vault-key')
  expect(await page.locator('#a-new-vault-key').isVisible()).toBe(true)
  const file = await fetch(guide('files/docs/analytics/clickhouse.sql'))
  expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await file.text()).toContain('create')
  expect(faults).toEqual([])
})
