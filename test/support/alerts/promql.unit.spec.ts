import { expect, test } from 'vitest'
import { evaluate, metricsIn, type Scrape } from './promql.ts'

/** A sample for each scrape, 15 s apart; null where the series is not there. */
const scrapesOf = (series: Readonly<Record<string, readonly (number | null)[]>>): Scrape[] =>
  [0, 1, 2].map((index) => ({
    at: index * 15,
    samples: Object.entries(series).flatMap(([key, values]) => {
      const value = values[index]
      const [name = '', status = ''] = key.split(' ')
      return value === null || value === undefined ? [] : { name, labels: { status }, value }
    }),
  }))

const scrapes = scrapesOf({
  'requests 200': [10, 40, 70],
  'requests 500': [0, 10, 20],
  'restarts x': [5, 9, 2],
  'late x': [null, null, 1],
  'level low': [1, 1, 3],
  'level high': [9, 9, 9],
  'odd x': [0, 0, Number.NaN],
})
const valuesOf = (text: string) => evaluate(text, scrapes).map(({ value }) => value)

// Prometheus 2.42 agrees (`promtool test rules`), but that it extrapolates rates to the window's ends: 0.22, 7.5.
test.each([
  ['sum(rate(requests{status=~"5.."}[5m])) / sum(rate(requests[5m])) > 0.2', [0.25]],
  ['sum(rate(requests{status=~"5.."}[5m])) / sum(rate(requests[5m])) > 0.3', []],
  ['increase(restarts[5m]) > 0', [6]],
  ['increase(late[5m]) > 0', []],
  ['level > 2', [3, 9]],
  ['level{status!="high"} - 4 < 0', [-1]],
  ['level{status!~"h.*|x"}', [3]],
  ['1 - level / level', [0, 0]],
  ['level == 9 or level > 2', [9, 3]],
  ['odd > 0 or odd < 1', []],
  ['odd != odd or level != 3', [Number.NaN, 9]],
  ['time() - late < 30', [29]],
  ['(level < -2) or late', [1]],
])('%s', (text, values) => {
  expect(valuesOf(text)).toEqual(values)
})

test('what is absent has the labels that were asked for', () => {
  expect(evaluate('absent(none{service="query", le!="1"})', scrapes)).toEqual([
    { labels: { service: 'query' }, value: 1 },
  ])
  expect(evaluate('absent(level)', scrapes)).toEqual([])
})

test.each(['avg(level)', 'level + on() late', 'irate(requests[5m])', 'level % 2'])(
  '%s is not evaluated, rather than wrongly',
  (text) => {
    expect(() => evaluate(text, scrapes)).toThrow(/here|only sums|supported/)
  },
)

test('the metrics of an expression are found, and an invalid expression is refused', () => {
  expect(metricsIn('sum by (a) (rate(b[5m])) / c > time()')).toEqual(['b', 'c'])
  expect(() => metricsIn('sum(rate(b[5m])')).toThrow('not PromQL')
})
