import { type Html, html } from '#kernel/platform/http/html.ts'
import { productVersion } from '#kernel/platform/process/product-version.ts'
import { fill, numberIn } from '../../page/language/fill.ts'
import { layout } from '../../page/serving/layout.ts'
import type { SignedInVisit } from '../../page/serving/visit.ts'
import { commandLine } from '../command.ts'
import { momentAndAge } from '../moment.ts'
import type { ConsolePage } from '../page.ts'
import { type Chapter, chapterAddress } from '../runbook.ts'
import { type Installation, installation, isUnsigned, type StandingTables } from './installation.ts'
import { systemTexts } from './texts.ts'

const AGAIN_AFTER_SECONDS = 10

interface Tile {
  readonly id: string
  readonly title: string
  /** What is to be done about it, and otherwise what it is about. */
  readonly chapter: Chapter
  readonly isRed: boolean
  readonly body: Html
}

/** The installation, with figures of no other company. */
export const systemPage: ConsolePage = {
  path: '/console/system',
  title: { en: systemTexts.en.title, tr: systemTexts.tr.title },
  about: { en: systemTexts.en.about, tr: systemTexts.tr.about },
  async show(visit, { system }) {
    const texts = textsOf(visit)
    const found = await installation(system, visit.caller.companyId)
    const tiles = [
      tablesTile(visit, found.tables),
      evidenceTile(visit, found),
      verificationTile(visit, found),
      ...commandTiles(visit),
      versionsTile(visit, found),
    ]
    const red = tiles.filter(({ isRed }) => isRed).map(({ title }) => title)
    const body = html`
<h1>${texts.title}</h1>
<p role="status" class="${red.length > 0 ? 'fault' : 'well'}">${red.length === 0 ? texts.nothingToDo : fill(texts.act, { tiles: red.join(', ') }, visit)}</p>
${tiles.map((tile) => tileSection(texts.runbook, tile))}`
    return { page: layout(visit, { title: texts.title, body }), refresh: AGAIN_AFTER_SECONDS }
  },
}

const textsOf = ({ language: { name } }: SignedInVisit) => systemTexts[name]

const tileSection = (runbook: string, { id, title, chapter, body }: Tile): Html => html`
<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${body}
<p class="hint"><a href="${chapterAddress(chapter)}" aria-describedby="${id}">${runbook}</a></p>
</section>`

const state = (isRed: boolean, words: string) =>
  html`<p class="${isRed ? 'fault' : 'well'}"><strong>${words}</strong></p>`

const facts = (...named: readonly (readonly [string, Html | string])[]) =>
  html`<dl class="facts">${named.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`

/** `status` says what they are; only what neither is live nor becomes so by itself needs somebody. */
function tablesTile(visit: SignedInVisit, tables: StandingTables): Tile {
  const texts = textsOf(visit)
  const { lagEvents, lagIsMore, lagMs, failure, hasParked, ownWaiting } = tables
  const isOut = tables.state !== 'live' && tables.state !== 'catchingUp'
  const count = numberIn(String(lagEvents), visit)
  const lag = lagIsMore ? fill(texts.more, { count }, visit) : count
  const seconds = fill(texts.seconds, { count: ((lagMs ?? 0) / 1_000).toFixed(1) }, visit)
  const waiting = { count: String(ownWaiting) }
  const body = html`
${state(isOut, texts.states[tables.state])}
${failure !== undefined && html`<p>${failure}</p>`}
${hasParked && html`<p class="fault">${ownWaiting === null ? texts.parked : fill(texts.ownParked, waiting, visit)}</p>`}
${facts([texts.lag, lagEvents === null ? texts.unknown : lag], [texts.lagSeconds, lagMs === null ? texts.unknown : seconds])}`
  const chapter = hasParked ? 'parked' : chapterOf(tables.state)
  return { id: 'tables', title: texts.tables, chapter, isRed: isOut || hasParked, body }
}

function chapterOf(of: StandingTables['state']): Chapter {
  if (of === 'incomplete') return 'lacking'
  if (of === 'anotherLog' || of === 'logSetBack') return 'otherLog'
  return of === 'stopped' ? 'behind' : 'readModels'
}

function evidenceTile(visit: SignedInVisit, { evidence }: Installation): Tile {
  const texts = textsOf(visit)
  const { chained, signed } = evidence
  const isRed = isUnsigned(evidence, Date.now())
  const chain = [texts.chained, numberIn(String(chained), visit)] as const
  const body =
    signed === null
      ? html`<p>${texts.unsigned}</p>${facts(chain)}`
      : html`
${state(isRed, isRed ? texts.late : texts.good)}
${facts(chain, [texts.signed, numberIn(String(signed.count), visit)], [texts.signedAt, momentAndAge(visit, signed.at)], [texts.key, html`<code>${signed.keyId}</code>`])}`
  return { id: 'evidence', title: texts.evidence, chapter: 'unsigned', isRed, body }
}

function verificationTile(visit: SignedInVisit, { verification }: Installation): Tile {
  const texts = textsOf(visit)
  const isRed = verification !== undefined && verification.differences > 0
  const body =
    verification === undefined
      ? html`<p>${texts.never}</p>`
      : html`
${state(isRed, isRed ? fill(texts.differs, verification, visit) : texts.verified)}
${facts([texts.when, momentAndAge(visit, verification.finishedAt)])}`
  return { id: 'verification', title: texts.verification, chapter: 'verification', isRed, body }
}

/** What other processes know, and what no table keeps. */
function commandTiles(visit: SignedInVisit): readonly Tile[] {
  const texts = textsOf(visit)
  const tile = (id: 'feed' | 'webhooks' | 'backups', chapter: Chapter, command: string): Tile => ({
    id,
    title: texts[id],
    chapter,
    isRed: false,
    body: html`<p>${texts.elsewhere}</p>${commandLine(command)}`,
  })
  return [
    tile('feed', 'feed', 'npm run --silent projections -- status'),
    tile('webhooks', 'webhooks', 'npm run --silent operator -- webhooks list'),
    tile('backups', 'backup', 'npm run --silent operator -- backup --to FOLDER'),
  ]
}

function versionsTile(visit: SignedInVisit, { tables, postgresql }: Installation): Tile {
  const texts = textsOf(visit)
  const { services, ready } = texts
  const body = html`
${facts([texts.sarraf, productVersion], ['Node', process.version], ['PostgreSQL', postgresql], [texts.tablesVersion, tables.version ?? '—'])}
<p>${services}: <a href="/health/ready">${ready}</a></p>`
  return { id: 'versions', title: texts.versions, chapter: 'upgrading', isRed: false, body }
}
