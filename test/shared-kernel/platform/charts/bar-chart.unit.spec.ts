import { expect, test } from 'vitest'
import { barChart, tickStep } from '#kernel/platform/charts/bar-chart.ts'
import { textOf } from '#kernel/platform/http/html.ts'

const chartOf = (values: readonly number[], categories = values.map((_, index) => `c${index}`)) =>
  textOf(
    barChart({ title: 'A & "B"', categories, series: [{ name: '<i>', values }], locale: 'en' }),
  )

test.each([
  [0, 1],
  [-3, 1],
  [Number.NaN, 1],
  [Number.POSITIVE_INFINITY, 1],
  [0.0004, 0.0001],
  [4, 1],
  [4.1, 2],
  [8.5, 2.5],
  [33.4, 10],
  [1e21, 2.5e20],
])('bars up to %d have a line at each %d', (greatest, step) => {
  expect(tickStep(greatest)).toBeCloseTo(step, 12)
})

test('a picture has a name, no style and no script, and every text is escaped', () => {
  const picture = chartOf([1, 0, 3])
  expect(picture).toContain('role="img" aria-label="A &#38; &#34;B&#34;"')
  expect(picture).toContain('<title>c2 · &#60;i&#62;: 3</title>')
  expect(picture).not.toMatch(/style=|<script|<i>|NaN|Infinity/)
  expect(picture.match(/<rect class="bar0" x="\d/g)).toHaveLength(3)
})

test('as many categories are named as are legible, and one without values has no bar', () => {
  const days = Array.from({ length: 31 }, (_, index) => String(index + 1))
  const picture = chartOf(
    days.map(() => 0),
    days,
  )
  expect(picture.match(/class="middle"/g)).toHaveLength(11)
  expect(picture).not.toMatch(/NaN|height="-/)
  expect(chartOf([])).not.toMatch(/NaN|Infinity/)
})
