import type { HistoryStep } from '#audit/history/steps.ts'
import { type Html, html } from '#kernel/platform/http/html.ts'
import { readTraceparent } from '#kernel/platform/tracing/traceparent.ts'
import { clockIn, fill } from '../language/fill.ts'
import { sentences } from '../language/sentences/sentences.ts'
import { titleOf } from '../records/headline-words.ts'
import type { Listed } from '../records/headlines.ts'
import { addressWith } from '../serving/address.ts'
import type { SignedInVisit } from '../serving/visit.ts'
import { valueTable } from './record-parts.ts'

/** The sentence of an event; an event without a sentence is named by its type. */
export function sentenceOf(
  visit: SignedInVisit,
  { kind, stored, data, unreadable }: HistoryStep,
): string {
  const { language } = visit
  const sentence = sentences[kind]?.[language.name]
  if (unreadable !== null) {
    return fill(language.texts.record.unreadable, { reason: unreadable }, visit)
  }
  if (sentence === undefined) {
    return fill(language.texts.record.unknown, { type: stored.type }, visit)
  }
  return fill(sentence, data, visit)
}

/** What a page knows of its steps, by the ids of their events. */
export interface NamedSteps {
  readonly numbers: ReadonlyMap<string, number>
  readonly of?: ReadonlyMap<string, Listed> | undefined
}

export function stepItem(
  visit: SignedInVisit,
  step: HistoryStep,
  { numbers, of }: NamedSteps,
): Html {
  const { record } = visit.language.texts
  const { stored, metadata } = step
  return html`
<li id="e-${stored.id}" value="${numbers.get(stored.id)}"${roleOf(step) !== undefined && html` class="${roleOf(step)}"`}>
<p>${sentenceOf(visit, step)}${recordOf(visit, of?.get(stored.id))}</p>
<p class="hint">
<time datetime="${metadata.recordedAt}">${clockIn(metadata.recordedAt, visit)}</time>
${roleWords(visit, step)}
${causeWords(visit, step, numbers)}
</p>
${visit.query.get('event') === stored.id ? wholeStep(visit, step) : html`<p><a class="data" href="${addressWith(visit, { event: stored.id })}#e-${stored.id}">${record.data} <code>${stored.type}</code></a></p>`}
</li>`
}

function recordOf(
  { language: { texts } }: SignedInVisit,
  record: Listed | undefined,
): Html | false {
  if (record === undefined) return false
  const { noun, id, headline } = record
  return html` <a href="/audit/records/${noun}/${id}">${texts.nouns[noun]} ${titleOf(headline) || id}</a>`
}

/** The data of the one event that the address names: a page with those of all would be too long. */
const wholeStep = (visit: SignedInVisit, step: HistoryStep): Html => html`
<details open><summary>${visit.language.texts.record.data} <code>${step.stored.type}</code></summary>
${valueTable(visit, step.data)}
<details><summary>${visit.language.texts.record.metadata}</summary>
${valueTable(visit, recordedAs(step))}
</details>
</details>`

/** An event that only accompanies a call, such as a released claim, does not start it. */
function roleOf({ metadata, cause, data }: HistoryStep): 'call' | 'answer' | undefined {
  if (cause?.kind === 'attempt') return 'answer'
  const isCall = metadata.attemptId !== undefined && data['attemptId'] === metadata.attemptId
  return isCall ? 'call' : undefined
}

function roleWords({ language: { texts } }: SignedInVisit, step: HistoryStep): Html | false {
  const role = roleOf(step)
  return role !== undefined && html`<span class="tag">${texts.record[role]}</span>`
}

/** The nearest cause, if it is a step of this time line. */
function causeWords(
  visit: SignedInVisit,
  { cause }: HistoryStep,
  numbers: ReadonlyMap<string, number>,
) {
  if (cause === null || !('eventId' in cause)) return false
  const number = numbers.get(cause.eventId)
  if (number === undefined) return false
  const { record } = visit.language.texts
  const words = cause.kind === 'attempt' ? record.answerTo : record.because
  const step = fill(record.step, { number: String(number) }, visit)
  return html`<span>${words} <a href="#e-${cause.eventId}">${step}</a></span>`
}

const recordedAs = ({ stored, metadata, call }: HistoryStep) => ({
  position: stored.position.toString(),
  revision: stored.revision.toString(),
  stream: stored.stream,
  eventId: stored.id,
  type: stored.type,
  version: metadata.version,
  recordedAt: metadata.recordedAt,
  actor: metadata.actor,
  requestId: metadata.requestId,
  commandId: metadata.commandId,
  correlationId: metadata.correlationId,
  causationId: metadata.causationId,
  attemptId: metadata.attemptId ?? null,
  keyId: metadata.keyId,
  traceId: readTraceparent(metadata.traceparent)?.traceId ?? null,
  call,
})
