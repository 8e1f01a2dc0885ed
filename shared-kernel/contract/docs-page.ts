import { type Html, html, prose } from './docs-page/html.ts'
import { type Located, operationSection } from './docs-page/operation.ts'
import { style } from './docs-page/style.ts'
import type { ApiDocument } from './openapi/document.ts'

const SHELL = `BASE_URL=http://127.0.0.1:8080
API_USER_ID=<API_USER_ID>
SECRET_KEY=<SECRET_KEY>

curl -sS -u "$API_USER_ID:$SECRET_KEY" "$BASE_URL/v1/expenses"`

const rules: readonly (readonly [about: string, rule: string])[] = [
  ['Credentials', 'HTTP Basic: the API user id and its secret key. All data is your company’s.'],
  [
    'Envelope',
    'An answer is `{"success": true, "data": …, "meta": {"requestId", "timestamp"}}`; a body is `{"data": {…}}`.',
  ],
  [
    'Lists',
    '`page` and `pageSize`; `meta` adds `page`, `limit`, `total` and `pages`. A page past the end is empty. Sort with `sort=field:asc` or `field:desc`; ties are broken by `id`.',
  ],
  ['Filters', '`filter[field]=value`. What is not documented is refused with 400, never ignored.'],
  [
    'Values',
    'Dates are ISO 8601 in UTC; in a request any zone will do. Money is a number with at most 2 decimals. What has no value is `null`.',
  ],
  [
    'Errors',
    '`{"success": false, "error": {"code", "message", "details"}, "traceId"}`. For 400, `details` holds a `field` and a `rule` for every fault of the request.',
  ],
  [
    'Staying in step',
    'Ask for `filter[updatedSince]=<last updatedAt seen>&sort=updatedAt:asc`, the first page each time: no change is missed.',
  ],
  [
    'Reading what you wrote',
    'A write answers once it can be read, or with `x-event-position` when that takes long; send it as `x-min-event-position` with the next read.',
  ],
  ['Repeating', 'With an `Idempotency-Key` a repeated POST creates nothing a second time.'],
]

/** The documentation for people, made of the document that programs read. */
export function docsPage(document: ApiDocument): string {
  const { title, version, description } = document.info
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${{ markup: style }}</style>
</head>
<body>
<header>
<h1>${title} <span class="version">${version}</span></h1>
<p>${description} For programs: <a href="/v1/openapi.json">openapi.json</a>.</p>
</header>
<main>
<h2>First call</h2>
<pre><code>${SHELL}</code></pre>
<h2>Rules for every endpoint</h2>
<dl class="about">${rules.map(([about, rule]) => html`<div><dt>${about}</dt><dd>${prose(rule)}</dd></div>`)}</dl>
<h2>Endpoints</h2>
<nav>${groupsOf(document).map(({ operations }) => navigation(operations))}</nav>
${groupsOf(document).map((group) => groupSection(group, document))}
</main>
<footer>${title} ${version}, made from its own OpenAPI description.</footer>
</body>
</html>
`
  return page.markup
}

interface Group {
  readonly name: string
  readonly description: string
  readonly operations: readonly Located[]
}

const groupsOf = ({ tags, paths }: ApiDocument): readonly Group[] =>
  tags.map((tag) => ({
    ...tag,
    operations: Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .map(([method, operation]) => ({ method, path, operation }))
        .filter(({ operation }) => operation.tags.includes(tag.name)),
    ),
  }))

const navigation = (operations: readonly Located[]): Html =>
  html`<ul>${operations.map(
    ({ method, path, operation }) =>
      html`<li><a href="#${operation.operationId}"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code> <span class="summary">${operation.summary}</span></a></li>`,
  )}</ul>`

const groupSection = ({ name, description, operations }: Group, document: ApiDocument): Html =>
  html`<h2>${name}</h2><p>${prose(description)}</p>${operations.map((located) => operationSection(located, document))}`
