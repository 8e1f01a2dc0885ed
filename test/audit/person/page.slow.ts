import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { operatorProcess } from '#test/operator/command-line.ts'
import { accessibilityFaults } from '#test/support/accessibility.ts'
import { browserForThisFile } from '#test/support/browser.ts'
import * as forms from '#test/support/forms.ts'
import { check } from '#test/support/sanction-checks.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { recordId } from '#test/support/system-dealer.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { createdIn, manual, PERSON } from '#test/support/vouchers.ts'
import { shopDealer } from '../business.ts'

const system = systemForThisFile()
const open = browserForThisFile()

const desktop = { viewport: { width: 1200, height: 900 } }
const NARROW = { width: 320, height: 640 }
const LONG = 'Kapalıçarşı'.repeat(30)

/** The page about somebody who was forgotten, came back, and whose documents are kept. */
async function exportedPage(): Promise<string> {
  const dealer = await shopDealer(system)
  const { api, companyId } = dealer
  const customer = (nameSurname: string) => ({
    kind: 'customer',
    data: { id: recordId(), idNo: PERSON, nameSurname, address: LONG, labels: ['vip'] },
  })
  await dealer.import(customer('Ayşe Kanarya'))
  createdIn(await api.post('/v1/expenses', manual({ idNo: PERSON })))
  await check(api, { idNo: PERSON, fullName: 'Ayşe Kanarya' })
  const list = join(await temporaryFolder('operator'), 'destroyed-keys.ndjson')
  const { databaseUrl, eventStoreUrl, vaultKey } = system
  const variables = {
    DATABASE_URL: databaseUrl,
    EVENTSTORE_URL: eventStoreUrl,
    VAULT_KEY: vaultKey,
    DESTROYED_KEYS: list,
  }
  const person = ['--company', companyId, '--id-no', PERSON]
  const forget = ['forget-person', ...person, '--reason', 'in writing']
  expect(await operatorProcess(forget, variables)).toMatchObject({ exitCode: 0 })
  await dealer.import(customer('Ayşe Serçe'))
  expect((await api.post('/v1/customers', forms.person({ idNo: PERSON }))).status).toBe(201)
  const folder = join(await temporaryFolder('operator'), 'person')
  const auditors = { ...variables, DATABASE_URL: system.databases.auditor }
  const exported = await operatorProcess(['export-person', ...person, '--out', folder], auditors)
  expect(exported).toMatchObject({ exitCode: 0 })
  return pathToFileURL(join(folder, 'person.html')).href
}

test('the page about a person is accessible by WCAG 2.2 AA, on a narrow screen and on paper', async () => {
  const address = await exportedPage()
  const { page, faults } = await open(desktop)
  await page.goto(address)
  expect(await page.locator('td', { hasText: 'forgotten' }).count()).toBeGreaterThan(0)
  expect(await accessibilityFaults(page)).toEqual([])

  expect(await page.getAttribute('html', 'lang')).toBe('en')
  expect(await page.locator('h2 [lang=tr]').count()).toBe(await page.locator('h2').count())
  const captions = await page.locator('caption').allTextContents()
  expect(captions).toHaveLength(await page.locator('table').count())
  expect(new Set(captions).size).toBe(captions.length)
  expect(await page.locator('tr:not(:has(th[scope=row]))').count()).toBe(0)

  await page.setViewportSize(NARROW)
  const widths = '[document.documentElement.scrollWidth, window.innerWidth]'
  expect(await page.evaluate(widths)).toEqual([NARROW.width, NARROW.width])
  expect(await accessibilityFaults(page)).toEqual([])

  await page.setViewportSize(desktop.viewport)
  await page.emulateMedia({ media: 'print' })
  for (const cell of await page.locator('td').all()) expect(await cell.isVisible()).toBe(true)
  expect(await page.locator('nav').isVisible()).toBe(false)
  expect(await accessibilityFaults(page)).toEqual([])
  expect(faults).toEqual([])
})
