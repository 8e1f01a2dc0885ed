import { type Html, html } from '#kernel/platform/http/html.ts'
import type { Visit } from '../serving/visit.ts'

/** The same in one line, for pages about something else. */
export const findLine = ({ language: { texts } }: Visit): Html => html`
<form class="find" method="post" action="/audit/find" role="search">
<input id="value" name="value" aria-label="${texts.find.title}" placeholder="${texts.find.title}" autocomplete="off" autocapitalize="none" spellcheck="false" required maxlength="200">
<button class="quiet">${texts.find.submit}</button>
</form>`

/** POST, because the value may be an identity number: it must be in no address and no log. */
export function findForm({ language, path }: Visit): Html {
  const { find } = language.texts
  return html`
<form class="card" method="post" action="/audit/find" role="search">
<label for="value">${find.label}</label>
<p class="hint" id="value-hint">${find.hint}</p>
<div class="row">
<input id="value" name="value" aria-describedby="value-hint" autocomplete="off" autocapitalize="none" spellcheck="false" required maxlength="200"${path === '/audit' && html` autofocus`}>
<button>${find.submit}</button>
</div>
</form>`
}
