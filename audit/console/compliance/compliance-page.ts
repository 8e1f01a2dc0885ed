import { looksAt } from '#audit/access/access-log.ts'
import { dayIn } from '#kernel/domain/calendar-day.ts'
import { type Html, html } from '#kernel/platform/http/html.ts'
import { fill, numberIn, wordIn } from '../../page/language/fill.ts'
import { layout } from '../../page/serving/layout.ts'
import { instantOf } from '../../page/serving/local-time.ts'
import type { SignedInVisit } from '../../page/serving/visit.ts'
import { commandLine } from '../command.ts'
import { moment, momentAndAge } from '../moment.ts'
import type { ConsolePage } from '../page.ts'
import { scrollingTable } from '../table.ts'
import { listsInUse, type SanctionList } from './lists.ts'
import { type ChangedLevel, type ChecksOfDay, changedLevels, checksSince } from './rows.ts'
import { complianceTexts } from './texts.ts'

const DAYS_30_MS = 30 * 24 * 60 * 60 * 1_000

/** What compliance looks at each day. */
export const compliancePage: ConsolePage = {
  path: '/console/compliance',
  title: { en: complianceTexts.en.title, tr: complianceTexts.tr.title },
  about: { en: complianceTexts.en.about, tr: complianceTexts.tr.about },
  async show(visit, { system, recordAccess }) {
    await recordAccess(visit, looksAt('find', 'sanction-check'))
    await recordAccess(visit, looksAt('find', 'customer'))
    const { companyId } = visit.caller
    const now = Date.now()
    const midnight = instantOf(dayIn(visit.timeZone, now), visit.timeZone) ?? now
    const lists = await listsInUse(system)
    const checks = await checksSince(system.pool, companyId, midnight)
    const levels = await changedLevels(system.pool, companyId, new Date(now - DAYS_30_MS))
    const { title } = textsOf(visit)
    const body = html`
<h1>${title}</h1>
${listsPart(visit, lists)}
${checksPart(visit, checks)}
${levelsPart(visit, levels)}`
    return { page: layout(visit, { title, body }) }
  },
}

const textsOf = ({ language: { name } }: SignedInVisit) => complianceTexts[name]

function listsPart(visit: SignedInVisit, lists: readonly SanctionList[]): Html {
  const texts = textsOf(visit)
  const { list, version, entries, skipped, imported, rescreened } = texts
  return html`
<section aria-labelledby="lists">
<h2 id="lists">${texts.lists}</h2>
${scrollingTable({ labelledBy: 'lists', columns: [list, version, entries, skipped, imported, rescreened], rows: lists.map((each) => listRow(visit, each)) })}
<p class="hint">${texts.proved}</p>
${commandLine('npm run --silent operator -- sanctions status')}
</section>`
}

function listRow(visit: SignedInVisit, each: SanctionList): Html {
  const { list, version, entries, skipped, importedAt, rescreened } = each
  const texts = textsOf(visit)
  const run =
    rescreened === null
      ? texts.never
      : html`${momentAndAge(visit, rescreened.at)}${rescreened.version !== version && html`, ${fill(texts.withVersion, rescreened, visit)}`}`
  return html`
<tr><th scope="row">${texts.listNames[list]}</th><td>${version ?? texts.none}</td><td>${numberIn(String(entries), visit)}</td><td>${numberIn(String(skipped), visit)}</td><td>${importedAt === null ? '—' : momentAndAge(visit, importedAt)}</td><td>${run}</td></tr>`
}

function checksPart(visit: SignedInVisit, checks: ChecksOfDay): Html {
  const texts = textsOf(visit)
  const count = (figure: 'all' | 'matched' | 'rescreening') =>
    html`<div><dt>${texts[figure]}</dt><dd>${numberIn(String(checks[figure]), visit)}</dd></div>`
  const { newest } = checks
  return html`
<section aria-labelledby="checks">
<h2 id="checks">${texts.checks}</h2>
<dl class="facts">${count('all')}${count('matched')}${count('rescreening')}</dl>
${
  newest.length === 0
    ? html`<p>${texts.noMatch}</p>`
    : html`<p>${fill(texts.newest, { count: String(newest.length) }, visit)}</p>
${scrollingTable({
  labelledBy: 'checks',
  columns: [texts.name, ...Object.values(texts.listNames), texts.when, texts.source, texts.check],
  rows: newest.map(
    ({ id, name, masak, wanted, pep, at, source }) => html`
<tr><th scope="row">${name ?? '—'}</th><td>${masak}</td><td>${wanted}</td><td>${pep}</td><td>${moment(visit, at)}</td><td>${wordIn(source, visit)}</td><td><code>${id}</code></td></tr>`,
  ),
})}`
}
</section>`
}

function levelsPart(visit: SignedInVisit, levels: readonly ChangedLevel[]): Html {
  const texts = textsOf(visit)
  const named = (level: number | null) =>
    level === null ? texts.first : (texts.levelNames[level] ?? String(level))
  return html`
<section aria-labelledby="levels">
<h2 id="levels">${texts.levels}</h2>
<p class="hint">${texts.levelsHint}</p>
${
  levels.length === 0
    ? html`<p>${texts.noLevels}</p>`
    : scrollingTable({
        labelledBy: 'levels',
        columns: [texts.name, texts.before, texts.after, texts.when],
        rows: levels.map(
          ({ id, name, before, level, at }) => html`
<tr><th scope="row">${name ?? html`<code>${id}</code>`}</th><td>${named(before)}</td><td>${named(level)}</td><td>${moment(visit, at)}</td></tr>`,
        ),
      })
}
</section>`
}
