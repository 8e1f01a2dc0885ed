import type { HistoryStep } from '#audit/history/steps.ts'
import type { Subject } from '#audit/nouns.ts'
import { MAX_STATES, type RecordState } from '#audit/state/states.ts'
import { type Html, html } from '#kernel/platform/http/html.ts'
import { fill, momentIn } from '../language/fill.ts'
import { layout } from '../serving/layout.ts'
import type { SignedInVisit } from '../serving/visit.ts'
import { firstRows, leafOf, recordNavigation, recordPath, valueTable } from './record-parts.ts'
import { sentenceOf } from './step-item.ts'

export interface StateOfStep extends RecordState {
  /** The step that led to this state. */
  readonly step: HistoryStep
}

interface Changes {
  readonly subject: Subject
  readonly title: string
  readonly states: readonly StateOfStep[]
  readonly areAll: boolean
}

export function changesPage(
  visit: SignedInVisit,
  { subject, title, states, areAll }: Changes,
): Html {
  const { texts } = visit.language
  const body = html`
<h1>${title}</h1>
${recordNavigation(visit, subject)}
<p>${texts.states.intro}</p>
${!areAll && html`<p>${fill(texts.states.last, { count: String(MAX_STATES) }, visit)}</p>`}
${states.length === 0 && html`<p>${texts.states.invisible}</p>`}
<ol class="requests">
${states.map((state) => stateItem(visit, subject, state))}
</ol>`
  return layout(visit, { title: `${title}: ${texts.record.changes}`, body })
}

function stateItem(visit: SignedInVisit, subject: Subject, state: StateOfStep): Html {
  const { states } = visit.language.texts
  const { step, answer, isFirst } = state
  const { recordedAt } = step.metadata
  return html`
<li>
<h2 class="h3"><a href="${recordPath(subject)}#e-${step.stored.id}"><time datetime="${recordedAt}">${momentIn(recordedAt, visit)}</time></a></h2>
<p>${sentenceOf(visit, step)}</p>
${answer === undefined ? html`<p><strong>${states.absent}</strong></p>` : isFirst ? html`<p><strong>${states.appears}</strong></p>` : changeTable(visit, state)}
${answer !== undefined && html`<details${isFirst && html` open`}><summary>${states.whole}</summary>${valueTable(visit, answer)}</details>`}
</li>`
}

function changeTable(visit: SignedInVisit, { changes }: StateOfStep): Html {
  const { states, record } = visit.language.texts
  return html`
<div class="scroll" tabindex="0" role="region" aria-label="${record.changes}">
<table>
<thead><tr><th scope="col">${states.field}</th><th scope="col">${states.before}</th><th scope="col">${states.after}</th></tr></thead>
<tbody>
${firstRows(
  visit,
  changes,
  ({ path, before, after }) => html`
<tr><th scope="row"><code>${path}</code></th><td><del>${leafOf(visit, path, before)}</del></td><td><ins>${leafOf(visit, path, after)}</ins></td></tr>`,
)}
</tbody>
</table>
</div>`
}
