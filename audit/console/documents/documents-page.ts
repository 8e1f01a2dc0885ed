import { looksAt } from '#audit/access/access-log.ts'
import { type Html, html } from '#kernel/platform/http/html.ts'
import { fill, wordIn } from '../../page/language/fill.ts'
import { amountOf } from '../../page/records/headline-words.ts'
import { layout } from '../../page/serving/layout.ts'
import type { SignedInVisit } from '../../page/serving/visit.ts'
import { agoIn } from '../ago.ts'
import { moment } from '../moment.ts'
import type { ConsolePage } from '../page.ts'
import { scrollingTable } from '../table.ts'
import { documentPage } from './document-page.ts'
import {
  MOST_DOCUMENTS,
  type OpenDocument,
  type OpenDocuments,
  openDocuments,
} from './open-documents.ts'
import { documentTexts } from './texts.ts'

/** What is unfinished at a provider, and one document with its trace. */
export const documentsPage: ConsolePage = {
  path: '/console/documents',
  title: { en: documentTexts.en.title, tr: documentTexts.tr.title },
  about: { en: documentTexts.en.about, tr: documentTexts.tr.about },
  async show(visit, { system, recordAccess }) {
    await recordAccess(visit, looksAt('find', null))
    return { page: documentsList(visit, await openDocuments(system, visit.caller.companyId)) }
  },
  below: [documentPage],
}

function documentsList(visit: SignedInVisit, sections: readonly OpenDocuments[]): Html {
  const texts = documentTexts[visit.language.name]
  const body = html`
<h1>${texts.title}</h1>
<p>${texts.intro}</p>
${sections.every(({ documents }) => documents.length === 0) && html`<p class="well"><strong>${texts.none}</strong></p>`}
${sections.map((one) => section(visit, one))}`
  return layout(visit, { title: texts.title, body })
}

function section(
  visit: SignedInVisit,
  { waiting, documents, areAll }: OpenDocuments,
): Html | false {
  if (documents.length === 0) return false
  const texts = documentTexts[visit.language.name]
  const heading = `${texts.waiting[waiting]} (${documents.length}${areAll ? '' : '+'})`
  return html`
<section aria-labelledby="${waiting}">
<h2 id="${waiting}"${waiting === 'unknown' && html` class="fault"`}>${heading}</h2>
<p class="hint">${texts.hints[waiting]}</p>
${!areAll && html`<p>${fill(texts.more, { count: String(MOST_DOCUMENTS) }, visit)}</p>`}
${scrollingTable({
  labelledBy: waiting,
  columns: [texts.document, texts.kind, texts.state, texts.amount, texts.last],
  rows: documents.map((document) => row(visit, document)),
})}
</section>`
}

function row(visit: SignedInVisit, { noun, id, state, since, headline }: OpenDocument): Html {
  const { name, texts } = visit.language
  const title = [headline?.printed, headline?.person].filter((part) => part).join(' · ')
  return html`
<tr><th scope="row"><a href="/console/documents/${noun}/${id}">${title || id}</a></th><td>${texts.nouns[noun]}</td><td>${wordIn(state, visit)}</td><td>${headline !== null && amountOf(headline, visit)}</td><td>${agoIn(name, Date.now() - since)}<span class="hint"> · ${moment(visit, new Date(since))}</span></td></tr>`
}
