import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { browserForThisFile } from '#test/support/browser.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer } from '#test/support/system-dealer.ts'

const system = systemForThisFile()
const open = browserForThisFile()

const desktop = { viewport: { width: 1200, height: 900 } }
const DIAGRAM = 'img[src$="/docs/states.svg"]'

const Found = Compile(
  Type.Object({
    passes: Type.Array(Type.Unknown()),
    violations: Type.Array(
      Type.Object({ id: Type.String(), nodes: Type.Array(Type.Object({ html: Type.String() })) }),
    ),
  }),
)

/** Scalar's field for a user name is a combobox that does not say whether it is open. */
const NOT_OURS = 'aria-required-attr'

/** What axe has against a page by the rules of WCAG 2.1, A and AA. */
async function faultsOf(page: Page) {
  await page.evaluate(axe.source)
  const rules = "{ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }"
  const { passes, violations } = Found.Parse(await page.evaluate(`axe.run(document, ${rules})`))
  expect(passes.length).toBeGreaterThan(5)
  return violations
    .filter(({ id }) => id !== NOT_OURS)
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

test('the guide is there in both languages with its diagram, accessible, and loads nothing from elsewhere', async () => {
  const { page, faults } = await open(desktop)
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).origin))
  await page.goto(`${system.baseUrl}/docs`)
  await page.getByRole('heading', { name: 'First call' }).first().waitFor()
  await page.waitForFunction(`document.querySelector('${DIAGRAM}')?.naturalWidth > 0`)
  expect(await faultsOf(page)).toEqual([])

  await page.getByText('English').click()
  await page.getByText('Türkçe').click()
  await page.getByRole('heading', { name: 'İlk çağrı' }).first().waitFor()
  expect(faults).toEqual([])
  expect([...asked].filter((origin) => origin.startsWith('http'))).toEqual([system.baseUrl])
})

test('a call can be tried on the page, with a key that is entered there', async () => {
  const { credentials } = await newDealer(system)
  const { page } = await open(desktop)
  await page.goto(`${system.baseUrl}/docs`)
  await page.getByText('Expense vouchers, page by page').first().click()
  await page
    .getByRole('button', { name: /Test Request/ })
    .first()
    .click()
  await page.getByText('Username:').last().click()
  await page.keyboard.type(credentials.apiUserId)
  await page.getByText('Password:').last().click()
  await page.keyboard.type(credentials.secretKey)
  const answered = page.waitForResponse(`${system.baseUrl}/v1/expenses?**`)
  const [answer] = await Promise.all([answered, page.keyboard.press('Control+Enter')])
  expect(answer.status()).toBe(200)
})

test('the front page is accessible', async () => {
  const { page, faults } = await open(desktop)
  await page.goto(system.baseUrl)
  expect(await faultsOf(page)).toEqual([])
  expect(faults).toEqual([])
})
