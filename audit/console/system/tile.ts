import { type Html, html } from '#kernel/platform/http/html.ts'
import type { Manner } from '../../page/language/fill.ts'
import { type Chapter, chapterAddress } from '../runbook.ts'
import { systemTexts } from './texts.ts'

export interface Tile {
  readonly id: string
  readonly title: string
  /** What is to be done about it, and otherwise what it is about. */
  readonly chapter: Chapter
  readonly isRed: boolean
  readonly body: Html
}

export const textsOf = ({ language: { name } }: Manner) => systemTexts[name]

export const tileSection = (runbook: string, { id, title, chapter, body }: Tile): Html => html`
<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${body}
<p class="hint"><a href="${chapterAddress(chapter)}" aria-describedby="${id}">${runbook}</a></p>
</section>`

export const state = (isRed: boolean, words: string) =>
  html`<p class="${isRed ? 'fault' : 'well'}"><strong>${words}</strong></p>`

export const facts = (...named: readonly (readonly [string, Html | string])[]) =>
  html`<dl class="facts">${named.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
