import { flatten } from '../flatten.ts'
import { fill } from '../page/language/fill.ts'
import { languageOf } from '../page/language/language.ts'
import { sentences } from '../page/language/sentences/sentences.ts'
import { type Html, html, textOf } from '../page/serving/html.ts'
import { kindsOfRecord, type PersonalEvent, type PersonalFile } from './personal-file.ts'
import { actorNamed, bothOf, labelOf, titles } from './words.ts'

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
@media print { html { font-size: 10pt; } tr { break-inside: avoid; } a { color: inherit; } }
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
<p>As of <time datetime="${exportedAt}">${exportedAt}</time>. Times are UTC. “—” means that there is no value, and “${FORGOTTEN}” that it has been erased.</p>
${file.erasedEvents > 0 && html`<p>Of ${file.erasedEvents} events in the history, personal data has been erased; what is left is shown. / Geçmişteki ${file.erasedEvents} olayın kişisel verileri silinmiştir.</p>`}
<nav aria-label="Contents"><ul>
${Object.entries(titles).map(([id, title]) => html`<li><a href="#${id}">${bothOf(title)}</a></li>`)}
</ul></nav>
${kindsOfRecord.map((kind) => section(kind, records[kind].map(tableOf)))}
${section('linked', linkedTransactions.map(tableOf))}
${section('mentions', mentions.map(tableOf))}
${section('events', [list(file.events.map(eventItem))])}
${section(
  'accesses',
  file.accesses.map(({ by, ...access }, place) =>
    tableOf({ ...access, by: actorNamed(by) }, place),
  ),
)}
</main>
</body>
</html>
`
  return textOf(page)
}

function section(name: keyof typeof titles, parts: readonly Html[]): Html {
  const none = html`<p>Nothing. / Yok.</p>`
  return html`
<section aria-labelledby="${name}">
<h2 id="${name}">${bothOf(titles[name])}</h2>
${parts.length === 0 ? none : parts}
</section>`
}

const list = (items: readonly Html[]) =>
  items.length === 0 ? html`<p>Nothing. / Yok.</p>` : html`<ol>${items}</ol>`

const tableOf = (record: object, place: number): Html => html`
<table>
<caption>${String(place + 1)}</caption>
<tbody>
${flatten(record).map(
  ({
    path,
    value,
  }) => html`<tr><th scope="row">${safe(labelOf(path))}</th><td>${shown(value)}</td></tr>
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
<p>${sentence === undefined ? type : fill(sentence.en, data, english)}</p>
${sentence !== undefined && html`<p lang="tr">${fill(sentence.tr, data, turkish)}</p>`}
<details><summary>Data / Veriler</summary>
${tableOf(data, 0)}
</details>
</li>`
}

const FORGOTTEN = 'forgotten / silindi'

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'yes / evet' : 'no / hayır'
  if (typeof value === 'string') return safe(value)
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return '—'
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'object') return '—'
  return 'forgotten' in value ? FORGOTTEN : '—'
}

/** Spreadsheets open such pages too, and would calculate what begins like a formula. */
const safe = (text: string): string =>
  /^[=@\t\r]|^[+-](?![\d\s.,()]*$)/.test(text) ? `'${text}` : text
