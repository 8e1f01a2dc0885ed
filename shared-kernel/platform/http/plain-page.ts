import type { LanguageName } from '#kernel/domain/messages/language.ts'
import { type Html, html, textOf } from './html.ts'

const icon =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 32 32%22%3E%3Crect width=%2232%22 height=%2232%22 rx=%226%22 fill=%22%237a5200%22/%3E%3Cpath d=%22M9 10h14M9 16h14M9 22h8%22 stroke=%22%23fff%22 stroke-width=%223%22 stroke-linecap=%22round%22/%3E%3C/svg%3E'

const style = html`
:root { color-scheme: light dark; --ground: #fbfaf7; --card: #fff; --ink: #1c1a17; --soft: #5b554c; --line: #d8d2c6; --accent: #7a5200 }
@media (prefers-color-scheme: dark) { :root { --ground: #171512; --card: #211e1a; --ink: #f1ede5; --soft: #b9b1a3; --line: #443e35; --accent: #e3b35a } }
* { box-sizing: border-box }
body { font: 1.05rem/1.5 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; background: var(--ground); color: var(--ink); margin: 0; overflow-wrap: anywhere }
main { max-width: 50rem; margin: 0 auto; padding: 1.5rem 1rem }
h1 { font-size: 1.8rem; margin: 0 0 .5rem } h2 { font-size: 1.1rem; margin: 0 0 .25rem }
p { margin: 0 0 .75rem } .soft { color: var(--soft) }
a { color: var(--accent) } :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); gap: 1rem; padding: 0; list-style: none }
.cards li { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem } .cards p { margin: 0 }`

interface PlainPage {
  readonly language: LanguageName
  readonly title: string
  readonly body: Html
}

/** A page of one screen that needs no other file; for people who have no account. */
export const plainPage = ({ language, title, body }: PlainPage): string =>
  textOf(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${icon}" type="image/svg+xml">
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`)

/** A browser opens it; other programs ask for anything, or for JSON. */
export const isForPeople = (accept: string | undefined): boolean =>
  accept?.includes('text/html') === true
