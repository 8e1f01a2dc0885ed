import { dayIn } from '#kernel/domain/calendar-day.ts'
import { isDay } from '#kernel/domain/moment.ts'
import { barChart } from '#kernel/platform/charts/bar-chart.ts'
import { type Html, html } from '#kernel/platform/http/html.ts'
import { numberIn, wordIn } from '../../page/language/fill.ts'
import { layout } from '../../page/serving/layout.ts'
import { UnreadableDate } from '../../page/serving/unreadable-date.ts'
import type { SignedInVisit } from '../../page/serving/visit.ts'
import type { ConsolePage, Sources } from '../page.ts'
import { DAYS_BEFORE, dayCells } from './today-cells.ts'
import { COLUMNS, type DayTable, dayTables } from './today-tables.ts'
import { todayTexts } from './today-texts.ts'

const PATH = '/console/today'
const DAY_MS = 86_400_000

export const todayPage: ConsolePage = {
  path: PATH,
  title: { en: todayTexts.en.title, tr: todayTexts.tr.title },
  about: {
    en: 'Vouchers and invoices, grams of fine metal and amounts of a day.',
    tr: 'Bir günün gider pusulaları ve faturaları, has gramları ve tutarları.',
  },
  async show(visit, sources) {
    const day = wantedDay(visit)
    const tables = await tablesOf(visit, sources, day)
    return {
      page: layout(visit, { title: textsOf(visit).title, body: bodyOf(visit, day, tables) }),
    }
  },
  below: [
    {
      path: `${PATH}/:table`,
      async show(visit, sources) {
        const day = wantedDay(visit)
        const { name } = visit.language
        const wanted = (visit.params['table'] ?? '').replace(/\.csv$/, '')
        const tables = await tablesOf(visit, sources, day)
        const table = tables.find((one) => one.name === wanted)
        if (table === undefined) return { to: PATH }
        const file = csvOf([headOf(visit, table), ...table.rows.map(rowOf(visit, table))])
        const contentType = 'text/csv; charset=utf-8'
        return { file, name: `${day}-${table.name}.${name}.csv`, contentType }
      },
    },
  ],
}

const textsOf = ({ language: { name } }: SignedInVisit) => todayTexts[name]

const presentDay = ({ timeZone }: SignedInVisit) => dayIn(timeZone, Date.now())

/** The day that the address names; else the present one of the company. */
function wantedDay(visit: SignedInVisit): string {
  const day = visit.query.get('day') || presentDay(visit)
  if (!isDay(day)) throw new UnreadableDate('day', presentDay(visit))
  return day
}

const tablesOf = async (visit: SignedInVisit, { system: { pool } }: Sources, day: string) => {
  const { timeZone, caller } = visit
  return dayTables(await dayCells(pool, { companyId: caller.companyId, timeZone, day }), day)
}

function bodyOf(visit: SignedInVisit, day: string, tables: readonly DayTable[]): Html {
  const texts = textsOf(visit)
  const before = dayIn('UTC', Date.parse(`${day}T00:00:00Z`) - DAYS_BEFORE * DAY_MS)
  return html`
<h1>${day === presentDay(visit) ? texts.title : texts.day}: ${day}</h1>
<p class="hint">${texts.before} <a href="${PATH}?day=${before}">${before}</a>. ${texts.counts}</p>
<form class="filter" method="get" action="${PATH}">
<div><label for="day">${texts.day}</label><input id="day" name="day" type="date" value="${day}" required></div>
<button>${texts.show}</button>
</form>
${tables.length === 0 && html`<p>${texts.nothing}</p>`}
${tables.map((table) => figureOf(visit, day, table))}`
}

/** A picture, then its figures. */
function figureOf(visit: SignedInVisit, day: string, table: DayTable): Html {
  const texts = textsOf(visit)
  const title = texts.tables[table.name] ?? table.name
  const [first = '', ...columns] = headOf(visit, table)
  const rows = table.rows.map(rowOf(visit, table))
  const series = COLUMNS.map(({ isBefore }, place) => ({
    name: columns[place] ?? '',
    isBefore,
    values: table.rows.map(({ figures }) => Number(figures[place])),
  }))
  const figure = (value: string) => html`<td>${numberIn(value, visit)}</td>`
  return html`
<h2>${title}</h2>
${barChart({ title, categories: rows.map(([label = '']) => label), series, locale: visit.language.name })}
<details><summary>${texts.table}: ${title}</summary>
<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table class="figures">
<thead><tr><th scope="col">${first}</th>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${rows.map(
  ([label = '', ...figures]) => html`<tr><th scope="row">${label}</th>${figures.map(figure)}</tr>
`,
)}</tbody>
<tfoot><tr><th scope="row">${texts.total}</th>${table.totals.map(figure)}</tr></tfoot>
</table></div></details>
<p><a href="${PATH}/${table.name}.csv?day=${day}">${title} ${texts.file}</a></p>`
}

function headOf(visit: SignedInVisit, { name }: DayTable): readonly string[] {
  const { state, hour, documents, columns } = textsOf(visit)
  return name === 'states' ? [state, ...documents] : [hour, ...columns]
}

const rowOf =
  (visit: SignedInVisit, { name }: DayTable) =>
  ({ label, figures }: DayTable['rows'][number]): readonly string[] => [
    name === 'states' ? wordIn(label, visit) : label,
    ...figures,
  ]

/** RFC 4180: texts are our own words, and figures are exact. */
const csvOf = (rows: readonly (readonly string[])[]) =>
  rows
    .map(([label = '', ...figures], line) =>
      [label, ...figures].map((cell, place) => (line === 0 || place === 0 ? `"${cell}"` : cell)),
    )
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('')
