import type { Subject } from '#audit/nouns.ts'
import { type Html, html } from '#kernel/platform/http/html.ts'
import { fill, momentIn } from '../language/fill.ts'
import { layout } from '../serving/layout.ts'
import { localOf } from '../serving/local-time.ts'
import type { SignedInVisit } from '../serving/visit.ts'
import { recordNavigation, valueTable } from './record-parts.ts'

interface State {
  readonly subject: Subject
  readonly title: string
  /** Epoch milliseconds. */
  readonly moment: number
  /** The detail response of the API; undefined for a 404. */
  readonly answer: object | undefined
}

/** A record as of a moment. */
export function statePage(visit: SignedInVisit, { subject, title, moment, answer }: State): Html {
  const { texts } = visit.language
  const at = momentIn(new Date(moment).toISOString(), visit)
  const body = html`
<h1>${title}</h1>
${recordNavigation(visit, subject)}
<form class="filter" method="get" action="${visit.path}">
<div><label for="at">${texts.states.at}</label><input type="datetime-local" step="1" id="at" name="at" value="${localOf(moment, visit.timeZone)}" required></div>
<button class="quiet">${texts.history.show}</button>
</form>
<h2>${fill(texts.states.asOf, { at }, visit)}</h2>
${answer === undefined ? html`<p><strong>${texts.states.notThen}</strong></p>` : valueTable(visit, answer)}`
  return layout(visit, { title: `${title}: ${texts.record.state}`, body })
}
