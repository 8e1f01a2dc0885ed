import { type Html, html } from '#kernel/platform/http/html.ts'
import { layout } from '../serving/layout.ts'
import type { SignedInVisit } from '../serving/visit.ts'
import { findForm } from './find-form.ts'
import { verificationPart } from './verification.ts'

export function homePage(
  visit: SignedInVisit,
  shown: Parameters<typeof verificationPart>[1],
): Html {
  const { texts } = visit.language
  const body = html`
<h1>${texts.find.title}</h1>
${findForm(visit)}
<section aria-labelledby="verification">
<h2 id="verification">${texts.verification.title}</h2>
${verificationPart(visit, shown)}
</section>
<section aria-labelledby="evidence">
<h2 id="evidence">${texts.evidence.title}</h2>
<p>${texts.evidence.intro}</p>
<form method="post" action="/audit/evidence"><button class="quiet">${texts.evidence.submit}</button></form>
</section>`
  return layout(visit, { title: texts.find.title, body })
}
