import { type Html, html } from '#kernel/platform/http/html.ts'
import { fill, type Manner } from '../../page/language/fill.ts'
import { type Chapter, chapterAddress } from '../runbook.ts'
import { systemTexts } from './texts.ts'

export interface Tile {
  readonly id: string
  readonly title: string
  /** What is to be done about it, and otherwise what it is about. */
  readonly chapter: Chapter
  readonly isRed: boolean
  /** What somebody is to do now and then, and nobody has done yet. */
  readonly isUndone?: boolean
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

/** Whether somebody has to act, and where. */
export function summaryOf(
  manner: Manner,
  tiles: readonly Pick<Tile, 'title' | 'isRed' | 'isUndone'>[],
): Html {
  const { act, undone, nothingToDo } = textsOf(manner)
  const titled = (all: typeof tiles) => all.map(({ title }) => title).join(', ')
  const red = tiles.filter(({ isRed }) => isRed)
  if (red.length > 0) {
    return html`<p role="status" class="fault">${fill(act, { tiles: titled(red) }, manner)}</p>`
  }
  const never = tiles.filter(({ isUndone }) => isUndone === true)
  return never.length > 0
    ? html`<p role="status">${fill(undone, { tiles: titled(never) }, manner)}</p>`
    : html`<p role="status" class="well">${nothingToDo}</p>`
}
