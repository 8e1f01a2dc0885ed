import { looksAt } from '#audit/access/access-log.ts'
import { type Html, html } from '#kernel/platform/http/html.ts'
import { dateIn, fill, numberIn, wordIn } from '../../page/language/fill.ts'
import { layout } from '../../page/serving/layout.ts'
import type { SignedInVisit } from '../../page/serving/visit.ts'
import { commandLine } from '../command.ts'
import { momentAndAge } from '../moment.ts'
import type { ConsolePage } from '../page.ts'
import { chapterAddress } from '../runbook.ts'
import { scrollingTable } from '../table.ts'
import {
  type Account,
  accountsOf,
  MOST_ACCOUNTS,
  MOST_WAITING,
  type WaitingBooking,
  waitingBookings,
} from './rows.ts'
import { bankTexts } from './texts.ts'

/** The company's accounts; what a booking is decides the operator's command. */
export const banksPage: ConsolePage = {
  path: '/console/banks',
  title: { en: bankTexts.en.title, tr: bankTexts.tr.title },
  about: { en: bankTexts.en.about, tr: bankTexts.tr.about },
  async show(visit, { system, recordAccess }) {
    await recordAccess(visit, looksAt('find', 'bank-account'))
    const { companyId } = visit.caller
    const accounts = await accountsOf(system, companyId)
    const waiting = await waitingBookings(system, companyId)
    const { title } = textsOf(visit)
    const body = html`
<h1>${title}</h1>
${accountsPart(visit, accounts)}
${waitingPart(visit, waiting)}`
    return { page: layout(visit, { title, body }) }
  },
}

const textsOf = ({ language: { name } }: SignedInVisit) => bankTexts[name]

function accountsPart(visit: SignedInVisit, accounts: readonly Account[]): Html {
  const texts = textsOf(visit)
  const { account, currency, lastQuery, unreadable, contradicts } = texts
  const columns = [account, 'IBAN', currency, lastQuery, unreadable, contradicts]
  return html`
<section aria-labelledby="accounts">
<h2 id="accounts">${texts.accounts}</h2>
${accounts.length === 0 ? html`<p>${texts.none}</p>` : scrollingTable({ labelledBy: 'accounts', columns, rows: accounts.map((each) => accountRow(visit, each)) })}
${accounts.length === MOST_ACCOUNTS && html`<p class="hint">${fill(texts.some, { count: String(MOST_ACCOUNTS) }, visit)}</p>`}
</section>`
}

function accountRow(visit: SignedInVisit, account: Account): Html {
  const { name, iban, currency, archived, integrated, lastQueriedAt } = account
  const texts = textsOf(visit)
  const never = integrated ? texts.never : texts.byHand
  const asked = lastQueriedAt === null ? never : momentAndAge(visit, lastQueriedAt)
  return html`
<tr><th scope="row">${name}${archived && html` <span class="tag">${texts.archived}</span>`}</th><td>${iban ?? '—'}</td><td>${currency}</td><td>${asked}</td>${count(account.unreadable)}${count(account.contradicts)}</tr>`
}

const count = (of: number) => html`<td${of > 0 && html` class="fault"`}>${of}</td>`

function waitingPart(visit: SignedInVisit, waiting: readonly WaitingBooking[]): Html {
  const texts = textsOf(visit)
  const { booking, account, date, amount, reason, since } = texts
  const runbook = html`<a href="${chapterAddress('bookings')}">${texts.runbook}</a>`
  return html`
<section aria-labelledby="waiting">
<h2 id="waiting">${texts.waiting}</h2>
${
  waiting.length === 0
    ? html`<p>${texts.noWaiting} ${runbook}</p>`
    : html`<p class="fault">${texts.act} ${runbook}</p>
${scrollingTable({ labelledBy: 'waiting', columns: [booking, account, date, amount, reason, since], rows: waiting.map((each) => waitingRow(visit, each)) })}
${waiting.length === MOST_WAITING && html`<p class="hint">${fill(texts.oldest, { count: String(MOST_WAITING) }, visit)}</p>`}
${commandLine(`npm run --silent operator -- bank set-aside list --company ${visit.caller.companyId}`)}`
}
</section>`
}

function waitingRow(visit: SignedInVisit, each: WaitingBooking): Html {
  const { id, account, transactionDate, amount, currency, reason, setAsideAt } = each
  const day = transactionDate === null ? '—' : dateIn(transactionDate.toISOString(), visit)
  const sum = amount === null ? '—' : `${numberIn(amount, visit)} ${currency ?? ''}`
  return html`
<tr><th scope="row"><code>${id}</code></th><td>${account}</td><td>${day}</td><td>${sum}</td><td>${wordIn(reason, visit)}</td><td>${momentAndAge(visit, setAsideAt)}</td></tr>`
}
