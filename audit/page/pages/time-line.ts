import { type HistoryStep, referenceData } from '#audit/history/steps.ts'
import { type OwnedSubject, ownStream, type Subject } from '#audit/nouns.ts'
import { type Html, html } from '#kernel/platform/http/html.ts'
import { momentIn, wordIn } from '../language/fill.ts'
import { factsOf, nameIn, relatedTo } from '../records/facts.ts'
import { amountOf } from '../records/headline-words.ts'
import type { Headline } from '../records/headlines.ts'
import type { ShownHistory } from '../records/shown-history.ts'
import { layout } from '../serving/layout.ts'
import type { SignedInVisit } from '../serving/visit.ts'
import { historyPart, typesIn } from './history.ts'
import { recordNavigation } from './record-parts.ts'

interface TimeLine {
  readonly subject: OwnedSubject
  readonly headline: Headline | null
  /** The newest of the record's own stream. */
  readonly own: readonly HistoryStep[]
  readonly history: ShownHistory
}

export function timeLinePage(visit: SignedInVisit, line: TimeLine): Html {
  const title = recordTitle(visit, line)
  const body = html`
<h1>${title}</h1>
${recordNavigation(visit, line.subject)}
${timeLinePart(visit, line)}`
  return layout(visit, { title, body })
}

/** What the record is, and its history. */
export function timeLinePart(visit: SignedInVisit, line: TimeLine): Html {
  const { subject, headline, own, history } = line
  const { texts } = visit.language
  return html`<section aria-labelledby="facts">
<h2 id="facts">${texts.record.facts}</h2>
<dl class="facts">
${headline !== null && headlineFacts(visit, headline)}
${factsOf(subject, own).map(({ name: fact, value }) => fact !== 'amount' && html`<div><dt>${texts.facts[fact]}</dt><dd>${value}</dd></div>`)}
<div><dt>${texts.facts.id}</dt><dd><code>${subject.id}</code></dd></div>
</dl>
${relatedList(visit, relatedTo(subject, [...own, ...history.steps]))}
</section>
<section aria-labelledby="time-line">
<h2 id="time-line">${texts.record.timeLine}</h2>
${historyPart(visit, { ...history, types: typesOf(subject) })}
</section>`
}

/** What the record is, and its printed name or else its person. */
export function recordTitle(
  { language: { texts } }: SignedInVisit,
  { subject, headline, own }: Pick<TimeLine, 'subject' | 'headline' | 'own'>,
): string {
  const name = nameIn(factsOf(subject, own)) || (headline?.printed ?? '')
  return [`${texts.nouns[subject.noun]} ${name}`.trim(), headline?.person]
    .filter((part) => part)
    .join(' · ')
}

const fact = (name: string, value: string | Html) =>
  html`<div><dt>${name}</dt><dd>${value}</dd></div>`

function headlineFacts(visit: SignedInVisit, headline: Headline): Html {
  const { facts, words } = visit.language.texts
  const { at, state, isDeleted, person } = headline
  const amount = amountOf(headline, visit)
  return html`
${person !== null && fact(facts.person, person)}
${state !== null && fact(facts.state, wordIn(state, visit))}
${isDeleted && state !== 'deleted' && fact(facts.deleted, words.deleted)}
${at !== null && fact(facts.date, html`<time datetime="${at}">${momentIn(at, visit)}</time>`)}
${amount !== '' && fact(facts.amount, amount)}`
}

const typesOf = (subject: Subject): readonly string[] =>
  typesIn(
    subject.noun === 'company'
      ? [...referenceData]
      : [ownStream(subject).split('-')[0] ?? '', ...(besides[subject.noun] ?? [])],
  )

/** The categories of other streams whose events a time line can have. */
const besides: Partial<Readonly<Record<Subject['noun'], readonly string[]>>> = {
  'expense-voucher': ['transactionClaim', 'documentLedger', 'numberBook'],
  invoice: ['transactionClaim', 'documentLedger'],
  'customer-form': ['personForms'],
  'bank-account': ['bankQuery'],
  'bank-transaction': ['transactionClaim'],
}

function recordLink({ site, language: { texts } }: SignedInVisit, record: Subject): Html {
  const path = site.pathOf(record)
  const words = html`${texts.nouns[record.noun]} <code>${record.id}</code>`
  return path === undefined ? words : html`<a href="${path}">${words}</a>`
}

function relatedList(visit: SignedInVisit, related: readonly Subject[]): Html | false {
  const { texts } = visit.language
  if (related.length === 0) return false
  return html`
<h3>${texts.record.related}</h3>
<ul class="records">
${related.map((other) => html`<li>${recordLink(visit, other)}</li>`)}
</ul>`
}
