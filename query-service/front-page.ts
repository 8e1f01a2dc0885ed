import type { FastifyInstance } from 'fastify'
import { styledPageHeaders } from '#kernel/platform/http/security-headers.ts'

const links = {
  docs: '/docs/',
  openapi: '/v1/openapi.json',
  audit: '/audit',
  health: '/health/ready',
} as const

const titles: Readonly<Record<keyof typeof links, string>> = {
  docs: 'API reference and guides',
  openapi: 'OpenAPI document',
  audit: 'Audit page, unless it has an address of its own',
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

/** `GET /`: links to the pages of the system, as HTML for a browser and as JSON for a program. */
export function serveFrontPage(app: FastifyInstance) {
  app.get('/', (request, reply) => {
    const isBrowser = request.headers.accept?.includes('text/html') === true
    if (!isBrowser) return reply.send({ name: 'Sarraf', links })
    return reply.headers(styledPageHeaders).type('text/html; charset=utf-8').send(page)
  })
}
