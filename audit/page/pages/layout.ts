import { type Html, html } from '#kernel/platform/http/html.ts'
import { fill } from '../language/fill.ts'
import { iconPath, stylePath } from '../serving/assets.ts'
import type { AuditorsVisit, Visit } from '../serving/visit.ts'

interface Layout {
  readonly title: string
  readonly body: Html
}

/** The frame of every page; the navigation is for signed-in visitors only. */
export function layout(visit: Visit | AuditorsVisit, { title, body }: Layout): Html {
  const { texts, name } = visit.language
  return html`<!doctype html>
<html lang="${name}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${texts.product}</title>
<link rel="icon" href="${iconPath}" type="image/svg+xml">
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<a class="skip" href="#content">${texts.skip}</a>
<header class="top">
<a class="brand" href="/audit">${texts.product}</a>
<nav aria-label="${texts.menu}">
${'caller' in visit && menu(visit)}
<a href="${otherLanguageAddress(visit)}" lang="${otherOf(name)}" hreflang="${otherOf(name)}">${texts.otherLanguage}</a>
${'caller' in visit && signOut(visit)}
</nav>
</header>
<main id="content" tabindex="-1">
${body}
</main>
${'caller' in visit && footer(visit)}
</body>
</html>
`
}

const otherOf = (name: string) => (name === 'tr' ? 'en' : 'tr')

const otherLanguageAddress = ({ path, next, language: { name } }: Visit) =>
  `${path}?lang=${otherOf(name)}${next === undefined ? '' : `&next=${encodeURIComponent(next)}`}`

const menu = ({ path, language: { texts } }: AuditorsVisit) => {
  const entries = [
    ['/audit', texts.find.submit],
    ['/audit/records', texts.browse.month],
    ['/audit/events', texts.browse.everything.title],
    ['/audit/accesses', texts.browse.accesses.title],
  ] as const
  return html`<ul class="menu">${entries.map(([address, words]) => html`<li><a href="${address}"${path === address && html` aria-current="page"`}>${words}</a></li>`)}</ul>`
}

const signOut = ({ caller: { apiUserId }, timeZone, language }: AuditorsVisit) => html`
<form method="post" action="/audit/sign-out">
<span>${fill(language.texts.signIn.as, { apiUserId }, { language, timeZone })}</span>
<button class="quiet">${language.texts.signIn.out}</button>
</form>`

const footer = ({ companyTitle, timeZone, language }: AuditorsVisit) => html`
<footer><p>${fill(language.texts.times, { companyTitle, timeZone }, { language, timeZone })}</p></footer>`
