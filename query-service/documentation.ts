import { docsPage } from '#kernel/contract/docs-page.ts'
import { endpoints } from '#kernel/contract/endpoints.ts'
import { openApiDocument } from '#kernel/contract/openapi.ts'
import type { Page } from '#kernel/platform/http/public-pages.ts'
import { styledPageHeaders } from '#kernel/platform/http/security-headers.ts'

/** The OpenAPI document and its page, both generated from the endpoints. */
export function documentation(): readonly Page[] {
  const document = openApiDocument(endpoints)
  const json = JSON.stringify(document)
  const html = docsPage(document)
  return [
    {
      path: '/v1/openapi.json',
      contentType: 'application/json; charset=utf-8',
      body: () => json,
    },
    {
      path: '/docs',
      contentType: 'text/html; charset=utf-8',
      headers: styledPageHeaders,
      body: () => html,
    },
  ]
}
