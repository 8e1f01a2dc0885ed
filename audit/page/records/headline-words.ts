import { type Html, html } from '#kernel/platform/http/html.ts'
import { dateIn, numberIn, wordIn } from '../language/fill.ts'
import type { SignedInVisit } from '../serving/visit.ts'
import type { Headline, Listed } from './headlines.ts'

/** What names a record among others. */
export const titleOf = (headline: Headline | null): string =>
  [headline?.printed, headline?.person].filter((part) => part).join(' · ')

/** Amount with its currency, in the words of the language. */
export const amountOf = ({ amount, currency }: Headline, visit: SignedInVisit): string =>
  amount === null ? (currency ?? '') : `${numberIn(amount, visit)} ${currency ?? ''}`.trim()

/** One record of a list: a link, then date, amount and state. */
export function recordLine(visit: SignedInVisit, { noun, id, matched, headline }: Listed): Html {
  const { texts } = visit.language
  const more = headline === null ? [] : [amountOf(headline, visit)]
  return html`
<li><a href="/audit/records/${noun}/${id}">${titleOf(headline) || id}</a>
<span class="hint">${headline?.at != null && html`<time datetime="${headline.at}">${dateIn(headline.at, visit)}</time> · `}${more.filter((part) => part !== '').map((part) => `${part} · `)}${headline?.state != null && `${wordIn(headline.state, visit)} · `}${headline?.isDeleted === true && html`<span class="tag">${texts.words.deleted}</span> · `}${matched !== undefined && `${texts.find.matched.replace('{matched|word}', wordIn(matched, visit))} · `}<code>${id}</code></span></li>`
}
