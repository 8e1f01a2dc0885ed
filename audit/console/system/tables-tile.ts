import { html } from '#kernel/platform/http/html.ts'
import { fill, type Manner } from '../../page/language/fill.ts'
import type { Chapter } from '../runbook.ts'
import type { StandingTables } from './installation.ts'
import { lagFacts } from './lag-facts.ts'
import { facts, state, type Tile, textsOf } from './tile.ts'

/** `status` says what they are; only what neither is live nor becomes so by itself needs somebody. */
export function tablesTile(manner: Manner, tables: StandingTables): Tile {
  const texts = textsOf(manner)
  const { failure, hasParked, ownWaiting } = tables
  const isOut = tables.state !== 'live' && tables.state !== 'catchingUp'
  const waiting = { count: String(ownWaiting) }
  const body = html`
${state(isOut, texts.states[tables.state])}
${failure !== undefined && html`<p>${failure}</p>`}
${hasParked && html`<p class="fault">${ownWaiting === null ? texts.parked : fill(texts.ownParked, waiting, manner)}</p>`}
${facts(...lagFacts(manner, tables))}`
  const chapter = hasParked ? 'parked' : chapterOf(tables.state)
  return { id: 'tables', title: texts.tables, chapter, isRed: isOut || hasParked, body }
}

function chapterOf(of: StandingTables['state']): Chapter {
  if (of === 'anotherLog' || of === 'logSetBack') return 'otherLog'
  return of === 'stopped' ? 'behind' : 'readModels'
}
