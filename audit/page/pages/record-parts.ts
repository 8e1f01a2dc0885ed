import { flatten } from '#audit/flatten.ts'
import type { Subject } from '#audit/nouns.ts'
import { ExactNumber } from '#kernel/domain/exact-number.ts'
import { type Html, html, type Shown } from '#kernel/platform/http/html.ts'
import { fill, isForgotten } from '../language/fill.ts'
import { namedRecord } from '../records/facts.ts'
import type { SignedInVisit } from '../serving/visit.ts'
import { findLine } from './find-form.ts'

const MOST_ROWS = 2_000

export const recordPath = ({ noun, id }: Subject) => `/audit/records/${noun}/${id}`

/** The search, and the navigation between the pages of a record; the current one is marked. */
export function recordNavigation(visit: SignedInVisit, subject: Subject): Html {
  const { path, language } = visit
  const { record } = language.texts
  const entry = (address: string, words: string) =>
    html`<li><a href="${address}"${path === address && html` aria-current="page"`}>${words}</a></li>`
  const own = recordPath(subject)
  return html`
${findLine(visit)}
<nav class="tabs" aria-label="${language.texts.nouns[subject.noun]}"><ul>
${entry(own, record.timeLine)}
${entry(`${own}/changes`, record.changes)}
${entry(`${own}/state`, record.state)}
</ul></nav>`
}

/** All fields of a value, one row each; references to other records are links. */
export function valueTable(visit: SignedInVisit, value: object): Html {
  const { field, value: valueWord } = visit.language.texts.states
  return html`
<div class="scroll" tabindex="0" role="region" aria-label="${field}">
<table>
<thead><tr><th scope="col">${field}</th><th scope="col">${valueWord}</th></tr></thead>
<tbody>
${firstRows(
  visit,
  flatten(value),
  (leaf) => html`
<tr><th scope="row"><code>${leaf.path}</code></th><td>${leafOf(visit, leaf.path, leaf.value)}</td></tr>`,
)}
</tbody>
</table>
</div>`
}

/** No more than a browser shows at ease; the last row says how many are left out. */
export function firstRows<Item>(
  visit: SignedInVisit,
  items: readonly Item[],
  row: (item: Item) => Html,
): readonly Html[] {
  const rows = items.slice(0, MOST_ROWS).map(row)
  if (items.length === rows.length) return rows
  const count = String(items.length - rows.length)
  const more = fill(visit.language.texts.record.more, { count }, visit)
  return [
    ...rows,
    html`
<tr><th scope="row">${more}</th><td></td></tr>`,
  ]
}

export function leafOf(visit: SignedInVisit, path: string, value: unknown): Shown {
  const other = namedRecord(path, value)
  const text = plain(visit, value)
  const address = other && visit.site.pathOf(other)
  return address === undefined ? text : html`<a href="${address}">${text}</a>`
}

function plain({ language: { texts } }: SignedInVisit, value: unknown): string {
  if (isForgotten(value)) return texts.forgotten
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (value instanceof ExactNumber) return value.source
  if (typeof value === 'object') return 'hidden' in value ? texts.hidden : texts.nothing
  return typeof value === 'string' ? value : JSON.stringify(value)
}
