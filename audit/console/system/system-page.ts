import { html } from '#kernel/platform/http/html.ts'
import { productVersion } from '#kernel/platform/process/product-version.ts'
import { fill, numberIn } from '../../page/language/fill.ts'
import { layout } from '../../page/serving/layout.ts'
import type { SignedInVisit } from '../../page/serving/visit.ts'
import { momentAndAge } from '../moment.ts'
import type { ConsolePage } from '../page.ts'
import { backupsTile } from './backups-tile.ts'
import { feedTile } from './feed-tile.ts'
import { type Installation, installation, isUnsigned } from './installation.ts'
import { tablesTile } from './tables-tile.ts'
import { systemTexts } from './texts.ts'
import { facts, state, summaryOf, type Tile, textsOf, tileSection } from './tile.ts'
import { webhooksTile } from './webhooks-tile.ts'

const AGAIN_AFTER_SECONDS = 10

/** The installation, with figures of no other company. */
export const systemPage: ConsolePage = {
  path: '/console/system',
  title: { en: systemTexts.en.title, tr: systemTexts.tr.title },
  about: { en: systemTexts.en.about, tr: systemTexts.tr.about },
  async show(visit, { system, feed }) {
    const texts = textsOf(visit)
    const [found, feedState] = await Promise.all([
      installation(system, visit.caller.companyId),
      feed(),
    ])
    const tiles = [
      tablesTile(visit, found.tables),
      evidenceTile(visit, found),
      verificationTile(visit, found),
      feedTile(visit, feedState),
      webhooksTile(visit, found.deliveries),
      backupsTile(visit, found.backup),
      versionsTile(visit, found),
    ]
    const body = html`
<h1>${texts.title}</h1>
${summaryOf(visit, tiles)}
${tiles.map((tile) => tileSection(texts.runbook, tile))}`
    return { page: layout(visit, { title: texts.title, body }), refresh: AGAIN_AFTER_SECONDS }
  },
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
  const isUndone = verification === undefined
  const tile = { id: 'verification', title: texts.verification, chapter: 'verification' } as const
  return { ...tile, isRed, isUndone, body }
}

function versionsTile(visit: SignedInVisit, { tables, postgresql }: Installation): Tile {
  const texts = textsOf(visit)
  const { services, ready } = texts
  const body = html`
${facts([texts.sarraf, productVersion], ['Node', process.version], ['PostgreSQL', postgresql], [texts.tablesVersion, tables.version ?? '—'])}
<p>${services}: <a href="/health/ready">${ready}</a></p>`
  return { id: 'versions', title: texts.versions, chapter: 'upgrading', isRed: false, body }
}
