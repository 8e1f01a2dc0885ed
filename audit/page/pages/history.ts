import type { HistoryStep } from '#audit/history/steps.ts'
import { families } from '#kernel/events/families.ts'
import { type Html, html } from '#kernel/platform/http/html.ts'
import { fill, momentIn } from '../language/fill.ts'
import type { Listed } from '../records/headlines.ts'
import { actorKinds, type ShownHistory } from '../records/shown-history.ts'
import { addressWith } from '../serving/address.ts'
import type { SignedInVisit } from '../serving/visit.ts'
import { type NamedSteps, stepItem } from './step-item.ts'

interface History extends ShownHistory {
  /** The types of events to choose from. */
  readonly types: readonly string[]
  /** The record of each step, by the event's id, where they are of several. */
  readonly of?: ReadonlyMap<string, Listed>
}

/** The events of a page, how they were chosen, and the way to the next ones. */
export function historyPart(visit: SignedInVisit, history: History): Html {
  const { steps, previous, next, cutOffAt, query, of } = history
  const { texts } = visit.language
  const [back, on] =
    query.order === 'newest'
      ? [texts.history.newer, texts.history.older]
      : [texts.history.older, texts.history.newer]
  const inOrder = query.order === 'newest' ? steps.toReversed() : steps
  const numbers = new Map(inOrder.map(({ stored }, index) => [stored.id, index + 1]))
  return html`
${historyForm(visit, history)}
<p class="hint">${countOf(visit, history)}</p>
<ol class="requests">
${byRequest(steps).map((group) => requestItem(visit, group, { numbers, of }))}
</ol>
${cutOffAt !== undefined && html`<p role="status">${texts.history.cutOff}</p>`}
<p class="pages">
${previous !== undefined && html`<a href="${addressWith(visit, { behind: undefined, before: undefined })}">${texts.history.first}</a>`}
${previous !== undefined && html`<a rel="prev" href="${addressWith(visit, { behind: undefined, before: previous.toString(), order: query.order })}">${back}</a>`}
${next !== undefined && html`<a rel="next" href="${addressWith(visit, { before: undefined, behind: next.toString(), order: query.order })}">${on}</a>`}
</p>`
}

function countOf(visit: SignedInVisit, { steps, cutOffAt, query }: History): string {
  const { history } = visit.language.texts
  const count = steps.length
  if (count === 0 && cutOffAt !== undefined) {
    const moment = new Date(cutOffAt).toISOString()
    return fill(query.order === 'newest' ? history.noneBackTo : history.noneUpTo, { moment }, visit)
  }
  if (count === 0) return history.none
  return count === 1 ? history.one : fill(history.count, { count: String(count) }, visit)
}

function historyForm(visit: SignedInVisit, { query, types }: History): Html {
  const { texts } = visit.language
  const { history } = texts
  const order = query.order
  return html`
<form class="filter" method="get" action="${visit.path}">
${field('from', history.from, html`<input type="datetime-local" step="1" id="from" name="from" value="${visit.query.get('from')}">`)}
${field('to', history.to, html`<input type="datetime-local" step="1" id="to" name="to" value="${visit.query.get('to')}">`)}
${select({ name: 'type', label: history.type, chosen: query.type, options: [['', history.all], ...types.map((type) => [type, type] as const)] })}
${select({ name: 'actor', label: history.actor, chosen: query.actor, options: [['', history.all], ...actorKinds.map((kind) => [kind, texts.actors[kind]] as const)] })}
${field('name', history.name, html`<input id="name" name="name" value="${query.name}" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="200">`)}
${select({
  name: 'order',
  label: history.order,
  chosen: order,
  options: [
    ['newest', history.newest],
    ['oldest', history.oldest],
  ],
})}
<button class="quiet">${history.show}</button>
</form>`
}

export const field = (id: string, label: string, input: Html): Html =>
  html`<div><label for="${id}">${label}</label>${input}</div>`

interface Select {
  readonly name: string
  readonly label: string
  readonly chosen: string | undefined
  readonly options: readonly (readonly [value: string, words: string])[]
}

export const select = ({ name, label, chosen, options }: Select): Html =>
  field(
    name,
    label,
    html`<select id="${name}" name="${name}">${options.map(([value, words]) => html`<option value="${value}"${value === (chosen ?? '') && html` selected`}>${words}</option>`)}</select>`,
  )

/** The present names of the events in streams of these categories. */
export const typesIn = (categories: readonly string[]): readonly string[] => [
  ...new Set(
    families
      .filter(({ category }) => categories.includes(category))
      .flatMap(({ types }) => [...types.values()].map(({ name }) => name)),
  ),
]

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
  visit: SignedInVisit,
  { metadata: { requestId }, began }: HistoryStep,
): string {
  const { record } = visit.language.texts
  if (requestId !== null) return fill(record.request, { requestId }, visit)
  return began?.kind === 'request' ? fill(record.carriesOn, began, visit) : record.without
}

function requestItem(
  visit: SignedInVisit,
  group: readonly HistoryStep[],
  named: NamedSteps,
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
${group.map((step) => stepItem(visit, step, named))}
</ol>
</li>`
}
