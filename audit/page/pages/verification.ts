import type { UnderWay } from '#audit/verification/under-way.ts'
import type { LastVerification } from '#audit/verification/verifications.ts'
import { type Html, html } from '#kernel/platform/http/html.ts'
import { fill, momentIn, numberIn, wordIn } from '../language/fill.ts'
import { layout } from '../serving/layout.ts'
import type { SignedInVisit } from '../serving/visit.ts'

interface Shown {
  readonly last: LastVerification | undefined
  readonly underWay: UnderWay | undefined
}

/** The page of a verification: how far it is, and what the last one found. */
export function verificationPage(visit: SignedInVisit, shown: Shown): Html {
  const { title } = visit.language.texts.verification
  const body = html`<h1>${title}</h1>${verificationPart(visit, shown)}`
  return layout(visit, { title, body })
}

export function verificationPart(visit: SignedInVisit, { last, underWay }: Shown): Html {
  const { verification } = visit.language.texts
  return html`
${underWay !== undefined && progress(visit, underWay)}
${last === undefined ? html`<p>${verification.never}</p>` : verificationTable(visit, last)}
${underWay?.isRunning !== true && html`<form method="post" action="/audit/verification"><button class="quiet">${verification.start}</button></form>`}
<p class="hint">${verification.unpinned}</p>`
}

function progress(visit: SignedInVisit, { isRunning, step, share, fault }: UnderWay): Html {
  const { verification } = visit.language.texts
  if (fault !== undefined) return html`<p class="fault" role="alert">${verification[fault]}</p>`
  if (!isRunning) return html``
  const steps: Readonly<Record<string, string>> = verification.steps
  const percent = String(Math.floor(share * 100))
  return html`
<p role="status"><a href="/audit/verification">${verification.running}</a> ${steps[step] ?? step}
<progress max="100" value="${percent}" aria-label="${verification.running}">${percent} %</progress></p>`
}

function verificationTable(manner: SignedInVisit, last: LastVerification): Html {
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
