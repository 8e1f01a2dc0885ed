import { type Html, html } from '#kernel/platform/http/html.ts'
import { type Manner, momentIn } from '../page/language/fill.ts'
import { agoIn } from './ago.ts'

/** When something was, for people and for programs. */
export function moment(manner: Manner, at: string | Date): Html {
  const instant = new Date(at).toISOString()
  return html`<time datetime="${instant}">${momentIn(instant, manner)}</time>`
}

/** The same, and how long ago that is. */
export const momentAndAge = (manner: Manner, at: string | Date): Html =>
  html`${moment(manner, at)} (${agoIn(manner.language.name, Date.now() - new Date(at).getTime())})`
