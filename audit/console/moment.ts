import { type Html, html } from '#kernel/platform/http/html.ts'
import { momentIn } from '../page/language/fill.ts'
import type { SignedInVisit } from '../page/serving/visit.ts'
import { agoIn } from './ago.ts'

/** When something was, for people and for programs. */
export function moment(visit: SignedInVisit, at: string | Date): Html {
  const instant = new Date(at).toISOString()
  return html`<time datetime="${instant}">${momentIn(instant, visit)}</time>`
}

/** The same, and how long ago that is. */
export const momentAndAge = (visit: SignedInVisit, at: string | Date): Html =>
  html`${moment(visit, at)} (${agoIn(visit.language.name, Date.now() - new Date(at).getTime())})`
