import type { IncomingMessage, ServerResponse } from 'node:http'
import { styledPageHeaders } from '#kernel/platform/http/security-headers.ts'
import { sendJson } from './answers.ts'

const links = {
  docs: '/docs/',
  openapi: '/v1/openapi.json',
  audit: '/audit',
  health: '/health/ready',
} as const

const titles: Readonly<Record<keyof typeof links, string>> = {
  docs: 'API reference and guides',
  openapi: 'OpenAPI document',
  audit: 'Audit page',
  health: 'Health',
}

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sarraf</title>
<style>body { font: 1.1rem/1.6 system-ui, sans-serif; margin: 4rem auto; max-width: 30rem; padding: 0 1rem }</style>
<h1>Sarraf</h1>
<ul>
${Object.entries(titles)
  .map(([name, title]) => `<li><a href="${Reflect.get(links, name)}">${title}</a></li>`)
  .join('\n')}
</ul>
</html>
`

/** Links to all there is: a page for a browser, JSON for a program. */
export function answerFrontPage(request: IncomingMessage, response: ServerResponse) {
  const isBrowser = request.headers.accept?.includes('text/html') === true
  if (!isBrowser) return sendJson(response, 200, { name: 'Sarraf', links })
  response.writeHead(200, { ...styledPageHeaders, 'content-type': 'text/html; charset=utf-8' })
  return response.end(page)
}
