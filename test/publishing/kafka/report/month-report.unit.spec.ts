import { expect, test } from 'vitest'
import type { MonthReport } from '#publishing/kafka/report/month-report.ts'
import { reportPage } from '#publishing/kafka/report/page.ts'
import { bazaar, overseas, reportOf, type Shop } from './month-of-shops.ts'

const figures = ({ answers }: MonthReport, kind: string, shop: Shop) =>
  answers
    .filter((answer) => answer.kind === kind)
    .flatMap(({ rows }) => rows)
    .filter(({ company_id }) => company_id === shop.id)
    .map(({ material, place, side, figure }) => [material, place, side, Number(figure)])

test('fine metal and amounts are of each company’s own day, and exact', async () => {
  const report = await reportOf('2026-11')
  expect(figures(report, 'grams', bazaar)).toEqual([
    ['gold', '2026-11-20', 'bought', 22.60688],
    ['gold', '2026-11-20', 'sold', 33.454625],
    ['gold', '2026-11-21', 'bought', 11.30344],
    ['silver', '2026-11-20', 'bought', 10.3039],
  ])
  expect(figures(report, 'grams', overseas)).toEqual([
    ['gold', '2026-11-20', 'bought', 33.91032],
    ['gold', '2026-11-20', 'sold', 33.454625],
    ['silver', '2026-11-20', 'bought', 10.3039],
  ])
  expect(figures(report, 'lira', overseas)).toEqual([
    [null, '2026-11-20', 'bought', 240203.6],
    [null, '2026-11-20', 'sold', 300000],
  ])
  expect(figures(report, 'units', bazaar)).toEqual([['usd', '2026-11-20', 'sold', 18.02]])
})

test('what is cancelled or still a draft counts by its state alone', async () => {
  expect(figures(await reportOf('2026-11'), 'states', bazaar)).toEqual([
    [null, 'cancelled', 'bought', 2],
    [null, 'cancelled', 'sold', 1],
    [null, 'draft', 'bought', 1],
    [null, 'finalized', 'bought', 4],
    [null, 'issued', 'sold', 3],
    [null, 'refused', 'sold', 1],
  ])
})

test('the documents of the test environment are left out, or alone', async () => {
  const report = await reportOf('2026-11')
  expect(report.leftOut.map(({ figure }) => figure)).toEqual(['2', '2'])
  expect(figures(await reportOf('2026-11', { isTest: true }), 'grams', bazaar)).toEqual([
    ['gold', '2026-11-20', 'bought', 11.30344],
    ['gold', '2026-11-20', 'sold', 16.50632],
  ])
})

test('the page names the companies and currencies, with the table and the SQL beside each chart', async () => {
  const page = reportPage(await reportOf('2026-11'))
  expect(page).toContain('Çarşı &#60;b&#62;Kuyumculuk&#60;/b&#62;')
  expect(page).toContain('America/New_York')
  expect(page).toContain('Amounts in Turkish lira (TRY), by day')
  expect(page).toContain('USD: units, by day')
  expect(page).toContain('<tr><th scope="row">total</th><td>33.91032</td><td>33.454625</td></tr>')
  expect(page.match(/<figure/g)).toHaveLength(10)
  expect(page.match(/<summary>SQL/g)).toHaveLength(10)
  expect(page).not.toMatch(/<script|src=|href="http/)
})

test('a month without documents says so, and so does a feed without any', async () => {
  const empty = reportPage(await reportOf('2024-02'))
  expect(empty).toContain('No document has a day in 2024-02.')
  expect(empty).not.toContain('<figure')
  const nothingYet = reportPage(await reportOf('2026-11', { shops: [] }))
  expect(nothingYet).toContain('The feed has no document of any company yet.')
})
