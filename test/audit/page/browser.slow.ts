import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { consolePages } from '#audit/console/pages.ts'
import { accessibilityFaults } from '#test/support/accessibility.ts'
import { browserForThisFile } from '#test/support/browser.ts'
import { ISTANBUL } from '#test/support/gold-trade.ts'
import { documentIn, electronicDealer, newDraft, untilCode } from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Dealer, newDealer, recordId } from '#test/support/system-dealer.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'
import { dealerIn, trade } from '../console/trading.ts'
import { auditPageForThisFile, recordPath } from './running-page.ts'

const system = systemForThisFile()
const page = auditPageForThisFile(system)
const open = browserForThisFile()

const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }
const desktop = { viewport: { width: 1200, height: 900 } }

/** A voucher that has come all its way, and the number on its paper. */
async function soldOfficially() {
  const dealer = await electronicDealer(system)
  const draft = await newDraft(system, dealer)
  const { number } = documentIn(await draft.confirm(await untilCode(draft)))
  return { dealer, number: number ?? '' }
}

async function signIn(browser: Page, { credentials }: Dealer, language = 'en', site = 'audit') {
  await browser.goto(`${page.url()}/${site}/sign-in?lang=${language}`)
  await browser.fill('#user', credentials.apiUserId)
  await browser.fill('#secret', credentials.secretKey)
  await browser.keyboard.press('Enter')
  await browser.waitForSelector(site === 'audit' ? '#value' : '.menu')
}

async function find(browser: Page, value: string) {
  await browser.fill('#value', value)
  await browser.keyboard.press('Enter')
  await browser.waitForURL('**/audit/records/**')
}

/** Without what the address asks for. */
const addressOf = (browser: Page) => new URL(new URL(browser.url()).pathname, browser.url()).href

/** What has the focus, in words. */
const focused = (browser: Page) =>
  browser.evaluate('document.activeElement.id || document.activeElement.textContent.trim()')

/** Presses Tab until that has the focus; a trap would end it. */
async function tabTo(browser: Page, wanted: string) {
  for (let count = 0; count < 60; count++) {
    if ((await focused(browser)) === wanted) return
    await browser.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not come to ${wanted}`)
}

const isWiderThanScreen = (browser: Page) =>
  browser.evaluate('document.documentElement.scrollWidth > window.innerWidth')

test('an auditor can sign in, find a voucher and read a step with the keyboard alone', async () => {
  const { dealer, number } = await soldOfficially()
  const { page: browser, faults } = await open(desktop)
  await browser.goto(`${page.url()}/audit?lang=en`)
  await expect.poll(() => focused(browser)).toBe('user')
  await browser.keyboard.type(dealer.credentials.apiUserId)
  await browser.keyboard.press('Tab')
  await browser.keyboard.type(dealer.credentials.secretKey)
  await browser.keyboard.press('Enter')
  await browser.waitForSelector('#value')
  await expect.poll(() => focused(browser)).toBe('value')
  await browser.keyboard.type(number)
  await browser.keyboard.press('Enter')
  await browser.waitForSelector('.steps')
  await browser.keyboard.press('Tab')
  expect(await focused(browser)).toBe('Skip to the content')
  await browser.keyboard.press('Enter')
  expect(await browser.textContent('h1')).toMatch(/^Expense voucher /)
  await tabTo(browser, 'Data VoucherDrafted')
  await browser.keyboard.press('Enter')
  await browser.waitForURL('**event=**')
  await browser.getByText('seller.name').first().waitFor({ state: 'visible' })
  await tabTo(browser, 'Data VoucherDrafted')
  const outline = 'getComputedStyle(document.activeElement).outlineStyle'
  expect(await browser.evaluate(outline)).toBe('solid')
  await browser.goto(`${addressOf(browser)}/changes`)
  expect(await browser.locator('ins').first().isVisible()).toBe(true)
  expect(faults).toEqual([])
})

test('the Turkish pages have no English words, and the language is kept', async () => {
  const { dealer, number } = await soldOfficially()
  const { page: browser } = await open(desktop)
  await signIn(browser, dealer, 'tr')
  await find(browser, number)
  const shown = await browser.innerText('body')
  expect(shown).toContain('Zaman çizgisi')
  expect(shown).toContain(`Belge ${number} numarasıyla resmîleşti`)
  expect(shown).not.toMatch(/\b(the|was|is|Time line|Data|Request|Sign|Find)\b/)
  expect(await browser.getAttribute('html', 'lang')).toBe('tr')
})

test('a phone shows every page without scrolling sideways', async () => {
  const { dealer, number } = await soldOfficially()
  const { page: browser } = await open(phone)
  await signIn(browser, dealer)
  expect(await isWiderThanScreen(browser)).toBe(false)
  await find(browser, number)
  for (const details of await browser.locator('details > summary').all()) {
    if (await details.isVisible()) await details.click()
  }
  expect(await isWiderThanScreen(browser)).toBe(false)
  await browser.goto(`${browser.url()}/changes`)
  expect(await isWiderThanScreen(browser)).toBe(false)
})

const LONG_NAME = 'Şükrü Gülğün İlker Ümmügülsüm Öztürkçü-Çağlayangil '.repeat(5).slice(0, 200)

/** The pages with lists and histories, and that of a record with a long name, if there is one. */
async function pagesOf(dealer: Dealer, hasRecords: boolean) {
  const { companyId, api } = dealer
  const listed = ['', '/records', '/events', '/accesses', '/verification', '/records/company/']
  const paths = listed.map((path) => `/audit${path}${path.endsWith('/') ? companyId : ''}`)
  if (!hasRecords) return paths
  const { id } = createdIn(await api.post('/v1/expenses', manual({ nameSurname: LONG_NAME })))
  const own = recordPath('expense-voucher', id)
  return [...paths, own, `${own}/changes`, `${own}/state`, `${own}?order=oldest&name=nobody`]
}

const shown = [
  { ...desktop, colorScheme: 'light', language: 'en' },
  { ...phone, colorScheme: 'dark', language: 'tr' },
  { ...desktop, colorScheme: 'dark', language: 'tr' },
  { ...phone, colorScheme: 'light', language: 'en' },
] as const

test.each([
  ['with long Turkish names', true, shown],
  ['empty', false, shown.slice(0, 2)],
] as const)('every page, %s, is accessible and fits the screen', async (_, hasRecords, ways) => {
  const dealer = await newDealer(system)
  const paths = await pagesOf(dealer, hasRecords)
  for (const { language, ...context } of ways) {
    const { page: browser, faults } = await open(context)
    await signIn(browser, dealer, language)
    for (const path of paths) {
      await browser.goto(`${page.url()}${path}`)
      const found = {
        faults: await accessibilityFaults(browser),
        isWide: await isWiderThanScreen(browser),
      }
      expect({ path, ...found }).toEqual({ path, faults: [], isWide: false })
    }
    expect(faults).toEqual([])
  }
})

test('the printed page has the record, and no forms or buttons', async () => {
  const { dealer, number } = await soldOfficially()
  const { page: browser } = await open(desktop)
  await signIn(browser, dealer)
  await find(browser, number)
  await browser.emulateMedia({ media: 'print' })
  for (const hidden of ['.top', '.tabs', 'button', 'details']) {
    expect([hidden, await browser.locator(hidden).first().isVisible()]).toEqual([hidden, false])
  }
  expect(await browser.locator('.steps').first().isVisible()).toBe(true)
  expect((await browser.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-')
})

test('the evidence package is downloaded as a file', async () => {
  const { dealer } = await soldOfficially()
  const { page: browser } = await open({ ...desktop, acceptDownloads: true })
  await signIn(browser, dealer)
  const coming = browser.waitForEvent('download')
  await browser.getByText('Download the package').click()
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/^evidence-[0-9a-f]{24}-[0-9-]+\.zip$/)
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')
})

/** A company with nothing yet, and one with a document that waits and long Turkish names. */
async function companies() {
  const [empty, busy] = [await electronicDealer(system), await electronicDealer(system)]
  const name = 'Çağrışım Öğütücüoğlu İğneciyan Şıhmüslümoğulları'.repeat(2)
  const draft = await newDraft(system, busy, { nameSurname: name })
  documentIn(await draft.prepare())
  const endpoint = {
    endpointId: recordId(),
    url: `https://${'uzun-'.repeat(9)}adres.example/${'a'.repeat(90)}`,
  }
  await busy.import({ kind: 'webhookEndpoint', data: endpoint })
  return { empty, busy, document: `/console/documents/expense-voucher/${draft.id}` }
}

test.each([
  ['light on a desktop', { ...desktop, colorScheme: 'light' }],
  ['dark on a desktop', { ...desktop, colorScheme: 'dark' }],
  ['light on a phone', { ...phone, colorScheme: 'light' }],
  ['dark on a phone', { ...phone, colorScheme: 'dark' }],
] as const)('every page of the console is accessible, %s, in both languages', async (_how, how) => {
  const { empty, busy, document } = await companies()
  for (const dealer of [empty, busy]) {
    const { page: browser, faults } = await open(how)
    await signIn(browser, dealer, 'en', 'console')
    const paths = ['/console', ...consolePages.map(({ path }) => path)]
    for (const path of dealer === busy ? [...paths, document] : paths) {
      for (const language of ['en', 'tr']) {
        await browser.goto(`${page.url()}${path}?lang=${language}`)
        const seen = {
          path,
          language,
          faults: await accessibilityFaults(browser),
          isWide: await isWiderThanScreen(browser),
        }
        expect(seen).toEqual({ path, language, faults: [], isWide: false })
      }
    }
    expect(faults).toEqual([])
  }
})

test('every page of the console is reached with the keyboard alone', async () => {
  const { busy } = await companies()
  const { page: browser } = await open(desktop)
  await signIn(browser, busy, 'en', 'console')
  for (const { path, title } of consolePages) {
    await browser.keyboard.press('Tab')
    await tabTo(browser, title.en)
    await browser.keyboard.press('Enter')
    await browser.waitForURL(`**${path}`)
    expect(await browser.locator('.menu [aria-current]').getAttribute('href')).toBe(path)
  }
})

test('the Turkish pages of the console have no English words', async () => {
  const { busy } = await companies()
  const { page: browser } = await open(desktop)
  await signIn(browser, busy, 'tr', 'console')
  for (const { path, title } of consolePages) {
    await browser.goto(`${page.url()}${path}`)
    expect(await browser.locator('.menu').innerText()).toContain(title.tr)
    const words = await browser.evaluate(
      `[...document.querySelectorAll('code, pre')].forEach((one) => one.remove()), document.body.innerText`,
    )
    expect(words).not.toMatch(/\b(the|was|is|of|and|Sign|Pages|unknown)\b/)
  }
})

test('a day of the console is accessible, without a script, and fits the screen', async () => {
  const dealer = await dealerIn(ISTANBUL, system)
  await trade(dealer)
  for (const { language, ...context } of shown) {
    const { page: browser, faults } = await open(context)
    await browser.goto(`${page.url()}/console/sign-in?lang=${language}`)
    await browser.fill('#user', dealer.credentials.apiUserId)
    await browser.fill('#secret', dealer.credentials.secretKey)
    await browser.keyboard.press('Enter')
    await browser.waitForURL('**/console')
    for (const address of [
      `${page.url()}/console/today?day=2026-11-21`,
      `${page.url()}/console/today?day=2001-01-01`,
    ]) {
      await browser.goto(address)
      for (const summary of await browser.locator('summary').all()) await summary.click()
      expect({
        address,
        faults: await accessibilityFaults(browser),
        isWider: await isWiderThanScreen(browser),
        scripts: await browser.locator('script').count(),
      }).toEqual({ address, faults: [], isWider: false, scripts: 0 })
    }
    expect(faults).toEqual([])
  }
})
