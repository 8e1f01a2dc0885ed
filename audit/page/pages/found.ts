import { type Html, html } from '#kernel/platform/http/html.ts'
import { fill } from '../language/fill.ts'
import { recordLine } from '../records/headline-words.ts'
import type { KeptSearch } from '../records/searches.ts'
import { layout } from '../serving/layout.ts'
import type { SignedInVisit } from '../serving/visit.ts'
import { findForm } from './find-form.ts'

export const MOST_LISTED = 100

export function foundPage(visit: SignedInVisit, search: KeptSearch): Html {
  const { texts } = visit.language
  const title = fill(texts.find.found, { value: search.value }, visit)
  const count = { count: String(search.found.length) }
  const body = html`
<h1>${title}</h1>
<p>${search.found.length === 0 ? texts.find.none : search.found.length === 1 ? texts.find.one : fill(texts.find.count, count, visit)}</p>
${!search.areAll && html`<p>${fill(texts.find.some, { count: String(MOST_LISTED) }, visit)}</p>`}
${[...Map.groupBy(search.found, ({ noun }) => noun)].map(
  ([noun, items]) => html`
<h2>${texts.nouns[noun]}</h2>
<ul class="records">
${items.map((one) => recordLine(visit, one))}
</ul>`,
)}
<h2>${texts.find.again}</h2>
${findForm(visit)}`
  return layout(visit, { title, body })
}

export function goneSearchPage(visit: SignedInVisit): Html {
  const { find } = visit.language.texts
  const body = html`<h1>${find.title}</h1><p role="alert">${find.gone}</p>${findForm(visit)}`
  return layout(visit, { title: find.title, body })
}
