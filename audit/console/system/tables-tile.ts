import { html } from '#kernel/platform/http/html.ts'
import { fill, type Manner, numberIn } from '../../page/language/fill.ts'
import type { Chapter } from '../runbook.ts'
import type { StandingTables } from './installation.ts'
import { facts, state, type Tile, textsOf } from './tile.ts'

/** `status` says what they are; only what neither is live nor becomes so by itself needs somebody. */
export function tablesTile(manner: Manner, tables: StandingTables): Tile {
  const texts = textsOf(manner)
  const { lagEvents, lagIsMore, lagMs, failure, hasParked, ownWaiting } = tables
  const isOut = tables.state !== 'live' && tables.state !== 'catchingUp'
  const count = numberIn(String(lagEvents), manner)
  const lag = lagIsMore ? fill(texts.more, { count }, manner) : count
  const seconds = fill(texts.seconds, { count: ((lagMs ?? 0) / 1_000).toFixed(1) }, manner)
  const waiting = { count: String(ownWaiting) }
  const body = html`
${state(isOut, texts.states[tables.state])}
${failure !== undefined && html`<p>${failure}</p>`}
${hasParked && html`<p class="fault">${ownWaiting === null ? texts.parked : fill(texts.ownParked, waiting, manner)}</p>`}
${facts([texts.lag, lagEvents === null ? texts.unknown : lag], [texts.lagSeconds, lagMs === null ? texts.unknown : seconds])}`
  const chapter = hasParked ? 'parked' : chapterOf(tables.state)
  return { id: 'tables', title: texts.tables, chapter, isRed: isOut || hasParked, body }
}

function chapterOf(of: StandingTables['state']): Chapter {
  if (of === 'incomplete') return 'lacking'
  if (of === 'anotherLog' || of === 'logSetBack') return 'otherLog'
  return of === 'stopped' ? 'behind' : 'readModels'
}
