import type { LastVerification } from '#audit/verification/verifications.ts'
import { fill, momentIn, numberIn, wordIn } from '../language/fill.ts'
import { type Html, html } from '../serving/html.ts'
import type { AuditorsVisit } from '../serving/visit.ts'
import { findForm } from './find-form.ts'
import { layout } from './layout.ts'

export function homePage(visit: AuditorsVisit, last: LastVerification | undefined): Html {
  const { texts } = visit.language
  const body = html`
<h1>${texts.find.title}</h1>
${findForm(visit)}
<section aria-labelledby="verification">
<h2 id="verification">${texts.verification.title}</h2>
${last === undefined ? html`<p>${texts.verification.never}</p>` : verificationTable(visit, last)}
</section>
<section aria-labelledby="evidence">
<h2 id="evidence">${texts.evidence.title}</h2>
<p>${texts.evidence.intro}</p>
<form method="post" action="/audit/evidence"><button class="quiet">${texts.evidence.submit}</button></form>
</section>`
  return layout(visit, { title: texts.find.title, body })
}

function verificationTable(manner: AuditorsVisit, last: LastVerification): Html {
  const { verification } = manner.language.texts
  const isWell = last.differences === 0
  const result = isWell ? verification.well : fill(verification.differs, last, manner)
  return html`
<p class="${isWell ? 'well' : 'fault'}"><strong>${result}</strong></p>
<dl class="facts">
<div><dt>${verification.when}</dt><dd><time datetime="${last.finishedAt}">${momentIn(last.finishedAt, manner)}</time></dd></div>
<div><dt>${verification.whose}</dt><dd>${last.companyId === null ? verification.all : verification.own}</dd></div>
<div><dt>${verification.events}</dt><dd>${numberIn(String(last.events), manner)}</dd></div>
<div><dt>${verification.rows}</dt><dd>${numberIn(String(last.rows), manner)}</dd></div>
<div><dt>${verification.chain}</dt><dd>${wordIn(last.chain, manner)}</dd></div>
</dl>`
}
