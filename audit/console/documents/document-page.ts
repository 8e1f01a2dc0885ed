import { accessTo } from '#audit/access/access-log.ts'
import { ownSteps } from '#audit/history/steps.ts'
import { voucherStatesAllowing } from '#kernel/events/voucher-life.ts'
import { type Html, html } from '#kernel/platform/http/html.ts'
import { wordIn } from '../../page/language/fill.ts'
import { recordTitle, timeLinePart } from '../../page/pages/time-line.ts'
import { withHeadlines } from '../../page/records/headlines.ts'
import { ownRecord } from '../../page/records/record.ts'
import { shownHistory } from '../../page/records/shown-history.ts'
import { faultPage } from '../../page/serving/fault.ts'
import { layout } from '../../page/serving/layout.ts'
import type { SignedInVisit } from '../../page/serving/visit.ts'
import { commandLine } from '../command.ts'
import type { PageBelow } from '../page.ts'
import { type OpenDocument, waitingIn } from './open-documents.ts'
import { documentTexts } from './texts.ts'

/** One document: what to do, and everything that happened to it. */
export const documentPage: PageBelow = {
  path: '/console/documents/:noun/:id',
  async show(visit, { system, recordAccess }) {
    const { noun, id } = visit.params
    const subject = await ownRecord(system, visit.caller.companyId, { noun, id })
    if (subject === undefined || (noun !== 'expense-voucher' && noun !== 'invoice')) {
      return faultPage(visit, { status: 404, reason: 'notFound' })
    }
    await recordAccess(visit, accessTo('time line', subject))
    const found = [{ ...subject, matched: 'id' }]
    const [listed] = await withHeadlines(system.pool, subject.companyId, found)
    const headline = listed?.headline ?? null
    const own = await ownSteps(system, subject)
    const history = await shownHistory(visit, system, subject)
    const line = { subject, headline, own, history }
    const title = recordTitle(visit, line)
    const body = html`
<h1>${title}</h1>
${answerWords(visit)}
${whatToDo(visit, { noun, id: subject.id, state: headline?.state ?? '' })}
${timeLinePart(visit, line)}`
    return { page: layout(visit, { title, body }) }
  },
}

/** What became of the question that led here. */
function answerWords({ query, language: { name } }: SignedInVisit): Html | false {
  const { answers } = documentTexts[name].ask
  const asked = query.get('asked')
  const [, words = answers.failed] = Object.entries(answers).find(([key]) => key === asked) ?? []
  return asked !== null && html`<p role="status"><strong>${words}</strong></p>`
}

type Open = Pick<OpenDocument, 'noun' | 'id' | 'state'>

function whatToDo(visit: SignedInVisit, document: Open): Html {
  const texts = documentTexts[visit.language.name]
  const waiting = waitingIn(document)
  if (waiting === undefined) return html`<p class="well">${texts.nothingOpen}</p>`
  return html`
<p${waiting === 'unknown' && html` class="fault"`}><strong>${wordIn(document.state, visit)}</strong></p>
<p>${texts.hints[waiting]}</p>
${asking(visit, document)}
${waiting !== 'person' && deciding(visit, document)}`
}

/** While a call runs, the provider cannot be asked; of invoices it is asked without anybody. */
const isAskable = ({ noun, state }: Open) =>
  noun === 'expense-voucher' && voucherStatesAllowing('status').some((one) => one === state)

function asking(visit: SignedInVisit, document: Open): Html {
  const { noun, id } = document
  const { ask } = documentTexts[visit.language.name]
  return html`
<section aria-labelledby="ask">
<h2 id="ask">${ask.title}</h2>
${
  isAskable(document)
    ? html`<p class="hint">${ask.hint}</p>
<form method="post" action="/console/documents/${noun}/${id}/status"><button>${ask.button}</button></form>`
    : html`<p>${ask.itself}</p>`
}
</section>`
}

function deciding(visit: SignedInVisit, { id, state }: Open): Html {
  const { decide } = documentTexts[visit.language.name]
  const command = (rest: string) => commandLine(`npm run operator -- resolve ${id} ${rest}`)
  return html`
<section aria-labelledby="decide">
<h2 id="decide">${decide.title}</h2>
<p>${decide.hint}</p>
${
  !state.startsWith('deleting') &&
  html`<p>${decide.accepted}</p>
${command('--as accepted --number KUY2026000000042 --reason "in the portal"')}`
}
<p>${decide.neverArrived}</p>
${command('--as never-arrived --reason "not in the portal"')}
<p class="hint">${decide.runbook}</p>
</section>`
}
