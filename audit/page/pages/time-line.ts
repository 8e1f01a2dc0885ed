import { type HistoryStep, MOST_STEPS } from '#audit/history/steps.ts'
import type { Subject } from '#audit/nouns.ts'
import { fill, momentIn, numberIn } from '../language/fill.ts'
import { factsOf, nameIn, relatedTo } from '../records/facts.ts'
import { type Html, html } from '../serving/html.ts'
import type { AuditorsVisit } from '../serving/visit.ts'
import { layout } from './layout.ts'
import { recordNavigation, recordPath } from './record-parts.ts'
import { stepItem } from './step-item.ts'

interface TimeLine {
  readonly subject: Subject
  readonly steps: readonly HistoryStep[]
  readonly areAll: boolean
}

export function timeLinePage(visit: AuditorsVisit, { subject, steps, areAll }: TimeLine): Html {
  const { texts } = visit.language
  const { noun, id } = subject
  const facts = factsOf(subject, steps)
  const title = `${texts.nouns[noun]} ${nameIn(facts)}`.trim()
  const numbers = new Map(steps.map(({ stored }, index) => [stored.id, index + 1]))
  const body = html`
<h1>${title}</h1>
${recordNavigation(visit, subject)}
<section aria-labelledby="facts">
<h2 id="facts">${texts.record.facts}</h2>
<dl class="facts">
<div><dt>Id</dt><dd><code>${id}</code></dd></div>
${facts.map(({ name: fact, value }) => html`<div><dt>${texts.facts[fact]}</dt><dd>${fact === 'amount' ? numberIn(value, visit) : value}</dd></div>`)}
</dl>
${relatedList(visit, relatedTo(subject, steps))}
</section>
<section aria-labelledby="time-line">
<h2 id="time-line">${texts.record.timeLine}</h2>
<p class="hint">${fill(texts.record.events, { count: String(steps.length) }, visit)}</p>
${!areAll && html`<p>${fill(texts.record.first, { count: String(MOST_STEPS), noun, id }, visit)}</p>`}
<ol class="requests">
${byRequest(steps).map((group) => requestItem(visit, group, numbers))}
</ol>
</section>`
  return layout(visit, { title, body })
}

function relatedList(visit: AuditorsVisit, related: readonly Subject[]): Html | false {
  const { texts } = visit.language
  if (related.length === 0) return false
  return html`
<h3>${texts.record.related}</h3>
<ul class="records">
${related.map(
  (other) =>
    html`<li><a href="${recordPath(other)}">${texts.nouns[other.noun]} <code>${other.id}</code></a></li>`,
)}
</ul>`
}

/** Groups consecutive steps of one request or one process run. */
function byRequest(steps: readonly HistoryStep[]): readonly (readonly HistoryStep[])[] {
  const groups: HistoryStep[][] = []
  for (const step of steps) {
    const last = groups.at(-1)
    if (last?.[0] !== undefined && originOf(last[0]) === originOf(step)) last.push(step)
    else groups.push([step])
  }
  return groups
}

const originOf = ({ metadata: { requestId, actor, commandId } }: HistoryStep) =>
  requestId === null ? `${actor.kind} ${actor.id} ${commandId}` : requestId

/** The work of a process belongs to the request that started it. */
function requestWords(
  visit: AuditorsVisit,
  { metadata: { requestId }, began }: HistoryStep,
): string {
  const { record } = visit.language.texts
  if (requestId !== null) return fill(record.request, { requestId }, visit)
  return began?.kind === 'request' ? fill(record.carriesOn, began, visit) : record.without
}

function requestItem(
  visit: AuditorsVisit,
  group: readonly HistoryStep[],
  numbers: ReadonlyMap<string, number>,
): Html | false {
  const [first] = group
  if (first === undefined) return false
  const { texts } = visit.language
  const { actor, recordedAt } = first.metadata
  const who = { kind: texts.actors[actor.kind], id: actor.id }
  return html`
<li>
<h3><time datetime="${recordedAt}">${momentIn(recordedAt, visit)}</time> · ${fill(texts.record.by, who, visit)}</h3>
<p class="hint">${requestWords(visit, first)}</p>
<ol class="steps">
${group.map((step) => stepItem(visit, step, numbers))}
</ol>
</li>`
}
