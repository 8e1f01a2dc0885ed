import { assertNever } from '#kernel/domain/assert-never.ts'
import { checkedDecimal, sum } from '#kernel/domain/money.ts'
import { barChart, chartStyle } from '#kernel/platform/charts/bar-chart.ts'
import { type Html, html, textOf } from '#kernel/platform/http/html.ts'
import type { NamedCompany } from './companies.ts'
import type { AnsweredQuestion, MonthReport } from './month-report.ts'
import { style } from './style.ts'
import type { FigureRow } from './tables.ts'

const LOCALE = 'en'

/** One page without script, and without anything from elsewhere. */
export function reportPage(report: MonthReport): string {
  const { month, isTest, companies, view, answers } = report
  const title = `Figures of ${month}${isTest ? ' in the test environment' : ''}`
  return textOf(html`<!doctype html>
<html lang="${LOCALE}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title} · Sarraf</title>
<style>${style}${chartStyle}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>From the current states of the feed. A day is the day of the company’s time zone. Vouchers count once they are finalized and invoices once they are issued, until they are cancelled.</p>
${companies.length === 0 && html`<p>The feed has no document of any company yet.</p>`}
${companies.length > 1 && html`<nav aria-label="Companies"><ul>${companies.map(({ id, title: name }) => html`<li><a href="#c-${id}">${name}</a></li>`)}</ul></nav>`}
${companies.map((company) => sectionOf(company, report))}
<h2>The view behind every figure</h2>
<p>It reads the tables that <code>docs/analytics/snapshot.py</code> makes from the feed, in DuckDB.</p>
${sqlOf([view, ...answers.map(({ sql }) => sql)].map((sql) => `${sql};\n`).join('\n'), 'All SQL of this page')}
</main>
</body>
</html>
`)
}

function sectionOf(
  { id, title, timeZone }: NamedCompany,
  { answers, leftOut, month, isTest }: MonthReport,
) {
  const ofCompany = ({ company_id }: FigureRow) => company_id === id
  const own = answers.map((answer) => ({ ...answer, rows: answer.rows.filter(ofCompany) }))
  const others = leftOut.find(ofCompany)?.figure
  return html`
<section aria-labelledby="c-${id}">
<h2 id="c-${id}">${title}</h2>
<p class="soft">${timeZone}${id !== title && html` · <code>${id}</code>`}</p>
${others !== undefined && html`<p>${others} documents of the ${isTest ? 'live environment' : 'provider’s test environment'} are left out.</p>`}
${
  own.every(({ rows }) => rows.length === 0)
    ? html`<p>No document has a day in ${month}.</p>`
    : own.flatMap((answer) =>
        [...Map.groupBy(answer.rows, ({ material }) => material)].map(([material, rows]) =>
          figureOf({ ...answer, rows }, material, month),
        ),
      )
}
</section>`
}

/** One chart with its table and its SQL. */
function figureOf(
  { kind, rows, sql }: AnsweredQuestion,
  material: string | null,
  month: string,
): Html {
  const title = titleOf(kind, material)
  const places = [...new Set(rows.map(({ place }) => place))]
  const isByDay = kind !== 'states'
  const categories = isByDay ? daysOf(month) : places
  const sides = [...new Set(rows.map(({ side }) => side))]
  const figureAt = new Map(rows.map(({ side, place, figure }) => [`${side} ${place}`, figure]))
  const series = sides.map((side) => ({
    name: isByDay ? side : documentsOf(side),
    values: categories.map((place) => Number(figureAt.get(`${side} ${place}`) ?? 0)),
  }))
  return html`
<h3>${title}</h3>
${barChart({ title, locale: LOCALE, series, categories: isByDay ? categories.map(dayOfMonth) : categories })}
<details><summary>Table: ${title}</summary>
<div class="scroll" tabindex="0" role="group" aria-label="${title}"><table>
<thead><tr><th scope="col">${isByDay ? 'day' : 'state'}</th>${series.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${places.map(
  (
    place,
  ) => html`<tr><th scope="row">${place}</th>${sides.map((side) => html`<td>${written(figureAt.get(`${side} ${place}`))}</td>`)}</tr>
`,
)}</tbody>
<tfoot><tr><th scope="row">total</th>${sides.map((side) => html`<td>${sum(rows.filter((row) => row.side === side).map(({ figure }) => checkedDecimal(figure)))}</td>`)}</tr></tfoot>
</table></div></details>
${sqlOf(sql, `SQL: ${title}`)}`
}

const written = (figure: string | undefined) =>
  figure === undefined ? '—' : checkedDecimal(figure)

const sqlOf = (sql: string, title: string) => html`
<details><summary>${title}</summary>
<div class="scroll" tabindex="0" role="group" aria-label="${title}"><pre><code>${sql}</code></pre></div></details>`

function titleOf(kind: AnsweredQuestion['kind'], material: string | null): string {
  switch (kind) {
    case 'grams':
      return `${nameOf(material)}: grams of fine metal, by day`
    case 'lira':
      return 'Amounts in Turkish lira (TRY), by day'
    case 'units':
      return `${nameOf(material)}: units, by day`
    case 'states':
      return 'Documents by state'
    default:
      return assertNever(kind)
  }
}

const names: Readonly<Record<string, string>> = {
  gold: 'Gold',
  silver: 'Silver',
  platin: 'Platinum',
  paladyum: 'Palladium',
}

/** A currency has its code. */
const nameOf = (material: string | null) => {
  const name = material ?? 'no material'
  return names[name] ?? name.toUpperCase()
}

const documentsOf = (side: string) => (side === 'bought' ? 'purchase vouchers' : 'invoices')

const dayOfMonth = (day: string) => String(Number(day.slice(8)))

function daysOf(month: string): readonly string[] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  // The year of `Date.UTC` would be 1900 and more where it has two digits.
  const last = new Date(`${month}-01T00:00:00Z`)
  last.setUTCFullYear(year, number, 0)
  return Array.from(
    { length: last.getUTCDate() },
    (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`,
  )
}
