import { ExactNumber } from '#kernel/domain/exact-number.ts'
import { withoutFormula } from '#kernel/platform/formats/spreadsheet-formula.ts'
import { type Html, html, textOf } from '#kernel/platform/http/html.ts'
import { flatten } from '../flatten.ts'
import { fill } from '../page/language/fill.ts'
import { languageOf } from '../page/language/language.ts'
import { sentences } from '../page/language/sentences/sentences.ts'
import { kindsOfRecord, type PersonalEvent, type PersonalFile } from './personal-file.ts'
import { actorNamed, labelOf, titles, type Words, words } from './words.ts'

const STYLE = html`
html { font: 100%/1.5 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; color: #1c1a17; background: #fff; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
a { color: #7a5200; }
h1 { font-size: 1.6rem; line-height: 1.25; }
h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; border-top: 2px solid #7a5200; padding-top: .5rem; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1.5rem; font-size: .9rem; }
caption { text-align: left; font-weight: 600; padding: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid #d8d2c6; }
th { font-weight: 400; color: #5b554c; width: 38%; }
li { margin: .75rem 0; }
summary { padding: .25rem 0; }
:focus-visible { outline: 3px solid #7a5200; outline-offset: 2px; }
@media print { html { font-size: 10pt; } nav { display: none; } tr, caption { break-inside: avoid; } caption, h2 { break-after: avoid; } a { color: inherit; } }
`

/** One page without scripts and without anything from elsewhere, in plain words. */
export function pageOf(file: PersonalFile): string {
  const { company, idNo, exportedAt, records, linkedTransactions, mentions } = file
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Personal data: ${company.title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>What ${company.title} keeps about the person with the number ${idNo}</h1>
<p lang="tr">${company.title} tarafından bu kişi hakkında tutulan veriler (6698 sayılı Kanun, madde 11)</p>
<p>As of <time datetime="${exportedAt}">${exportedAt}</time>. Times are UTC. “—” means that there is no value, and “${inBoth(FORGOTTEN)}” that it has been erased.</p>
${file.erasedEvents > 0 && html`<p>Of ${file.erasedEvents} events in the history, personal data has been erased; what is left is shown. <span lang="tr">Geçmişteki ${file.erasedEvents} olayın kişisel verileri silinmiştir.</span></p>`}
<nav aria-label="Contents"><ul>
${Object.entries(titles).map(([id, title]) => html`<li><a href="#${id}">${inBoth(title)}</a></li>`)}
</ul></nav>
${kindsOfRecord.map((kind) => section(kind, tablesOf(kind, records[kind])))}
${section('linked', tablesOf('linked', linkedTransactions))}
${section('mentions', tablesOf('mentions', mentions))}
${section('events', [list(file.events.map(eventItem))])}
${section('accesses', tablesOf('accesses', file.accesses))}
</main>
</body>
</html>
`
  return textOf(page)
}

function section(name: keyof typeof titles, parts: readonly Html[]): Html {
  return html`
<section aria-labelledby="${name}">
<h2 id="${name}">${inBoth(titles[name])}</h2>
${parts.length === 0 ? html`<p>${inBoth(NOTHING)}</p>` : parts}
</section>`
}

const list = (items: readonly Html[]) =>
  items.length === 0 ? html`<p>${inBoth(NOTHING)}</p>` : html`<ol>${items}</ol>`

const tablesOf = (name: keyof typeof titles, records: readonly object[]): readonly Html[] =>
  records.map((record, place) =>
    tableOf(record, html`${inBoth(titles[name])}, ${place + 1} of ${records.length}`),
  )

const tableOf = (record: object, caption: Html): Html => html`
<table>
<caption>${caption}</caption>
<tbody>
${flatten(record).map(
  ({
    path,
    value,
  }) => html`<tr><th scope="row">${label(path)}</th><td>${shown(value, path)}</td></tr>
`,
)}
</tbody>
</table>`

const english = { language: languageOf('en'), timeZone: 'UTC' }
const turkish = { language: languageOf('tr'), timeZone: 'UTC' }

function eventItem({ type, recordedAt, data }: PersonalEvent): Html {
  const sentence = sentences[type]
  return html`
<li>
<time datetime="${recordedAt}">${recordedAt}</time>
<p>${sentence === undefined ? type : safe(fill(sentence.en, data, english))}</p>
${sentence !== undefined && html`<p lang="tr">${safe(fill(sentence.tr, data, turkish))}</p>`}
<details open><summary>${inBoth(words('Data', 'Veriler'))}</summary>
${tableOf(data, html`${type}, <time datetime="${recordedAt}">${recordedAt}</time>`)}
</details>
</li>`
}

const FORGOTTEN = words('forgotten', 'silindi')
const NOTHING = words('Nothing.', 'Yok.')

/** The page is in English. Turkish texts carry their language, for screen readers. */
const inBoth = ({ en, tr }: Words): Html =>
  en === tr ? html`${safe(en)}` : html`${en} / <span lang="tr">${tr}</span>`

const label = (path: string): readonly Html[] =>
  labelOf(path).map((part, depth) => html`${depth > 0 && ' › '}${inBoth(part)}`)

function shown(value: unknown, path: string): Html | string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') {
    return inBoth(value ? words('yes', 'evet') : words('no', 'hayır'))
  }
  if (typeof value === 'string') return path === 'by' ? inBoth(actorNamed(value)) : safe(value)
  if (typeof value === 'number') return String(value)
  if (value instanceof ExactNumber) return value.source
  if (Array.isArray(value)) return '—'
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'object') return '—'
  return 'forgotten' in value ? inBoth(FORGOTTEN) : '—'
}

/** Spreadsheets open such pages too. A number with a sign is no formula. */
const safe = (text: string): string =>
  /^\s*[+-][\d\s.,()]*$/.test(text) ? text : withoutFormula(text)
