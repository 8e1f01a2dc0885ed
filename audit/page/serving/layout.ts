import { type Html, html } from '#kernel/platform/http/html.ts'
import { fill } from '../language/fill.ts'
import { iconPath, stylePath } from './assets.ts'
import type { SignedInVisit, Visit } from './visit.ts'

interface Layout {
  readonly title: string
  readonly body: Html
}

/** The frame of every page; the navigation is for signed-in visitors only. */
export function layout(visit: Visit | SignedInVisit, { title, body }: Layout): Html {
  const { site, language } = visit
  const { texts, name } = language
  const { product } = texts.sites[site.name]
  return html`<!doctype html>
<html lang="${name}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${product}</title>
<link rel="icon" href="${site.root}${iconPath}" type="image/svg+xml">
<link rel="stylesheet" href="${site.root}${stylePath}">
</head>
<body>
<a class="skip" href="#content">${texts.skip}</a>
<header class="top">
<a class="brand" href="${site.root}">${product}</a>
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

const menu = ({ path, site, language }: SignedInVisit) =>
  html`<ul class="menu">${site.menu(language).map(([address, words]) => html`<li><a href="${address}"${path === address && html` aria-current="page"`}>${words}</a></li>`)}</ul>`

const signOut = ({ site, caller: { apiUserId }, timeZone, language }: SignedInVisit) => html`
<form method="post" action="${site.root}/sign-out">
<span>${fill(language.texts.signIn.as, { apiUserId }, { language, timeZone })}</span>
<button class="quiet">${language.texts.signIn.out}</button>
</form>`

const footer = ({ site, companyTitle, timeZone, language }: SignedInVisit) => html`
<footer><p>${fill(language.texts.sites[site.name].times, { companyTitle, timeZone }, { language, timeZone })}</p></footer>`
