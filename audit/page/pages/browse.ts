import { type Noun, nouns } from '#audit/nouns.ts'
import { families } from '#kernel/events/families.ts'
import { type Html, html } from '#kernel/platform/http/html.ts'
import { recordLine } from '../records/headline-words.ts'
import type { Listed } from '../records/headlines.ts'
import type { Month, MonthPage, MonthPlace } from '../records/month.ts'
import type { ShownHistory } from '../records/shown-history.ts'
import { addressWith } from '../serving/address.ts'
import { layout } from '../serving/layout.ts'
import type { SignedInVisit } from '../serving/visit.ts'
import { field, historyPart, select, typesIn } from './history.ts'

export const monthlyNouns = nouns.filter(
  (noun): noun is Exclude<Noun, 'company'> => noun !== 'company',
)

/** The records of a noun in a month. */
export function browsePage(
  visit: SignedInVisit,
  { noun, month }: Month,
  { records, previous, next }: MonthPage,
): Html {
  const { texts } = visit.language
  const title = texts.browse.title
  const body = html`
<h1>${title}</h1>
<form class="filter" method="get" action="${visit.path}">
${select({ name: 'noun', label: texts.browse.noun, chosen: noun, options: monthlyNouns.map((one) => [one, texts.nouns[one]]) })}
${field('month', texts.browse.month, html`<input type="month" id="month" name="month" value="${month}" pattern="[0-9]{4}-[0-9]{2}" required>`)}
<button class="quiet">${texts.history.show}</button>
</form>
<h2>${texts.nouns[noun]} · ${month}</h2>
${records.length === 0 && html`<p>${texts.browse.none}</p>`}
<ul class="records">
${records.map((one) => recordLine(visit, one))}
</ul>
<p class="pages">
${previous !== undefined && html`<a rel="prev" href="${addressWith(visit, placed(previous))}">${texts.history.newer}</a>`}
${next !== undefined && html`<a rel="next" href="${addressWith(visit, placed(next))}">${texts.history.older}</a>`}
</p>`
  return layout(visit, { title, body })
}

const placed = ({ side, at, id }: MonthPlace) => ({
  behind: undefined,
  before: undefined,
  [side]: `${at}-${id}`,
})

/** What was recorded of the company, or who looked at its records. */
export function eventsPage(
  visit: SignedInVisit,
  what: 'everything' | 'accesses',
  history: ShownHistory & { readonly of: ReadonlyMap<string, Listed> },
): Html {
  const { title, intro } = visit.language.texts.browse[what]
  const categories = families.map(({ category }) => category)
  const types = typesIn(what === 'accesses' ? ['access'] : categories)
  const body = html`
<h1>${title}</h1>
<p>${intro}</p>
${historyPart(visit, { ...history, types })}`
  return layout(visit, { title, body })
}
