import { randomBytes } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { endpoints } from '#kernel/contract/endpoints.ts'
import { openApiDocument } from '#kernel/contract/openapi.ts'
import type { Page } from '#kernel/platform/http/public-pages.ts'
import { scriptedPageHeaders } from '#kernel/platform/http/security-headers.ts'

/** The OpenAPI document, generated from the endpoints. */
export function documentation(): readonly Page[] {
  const json = JSON.stringify(openApiDocument(endpoints))
  return [
    {
      path: '/v1/openapi.json',
      contentType: 'application/json; charset=utf-8',
      body: () => json,
    },
  ]
}

/** The pages at `/docs`: the reference, and calls to try. Everything they load is served here. */
export function serveReference(app: FastifyInstance) {
  // The page is the same for everybody, so its nonce may be, too.
  const nonce = randomBytes(16).toString('base64')
  const headers = scriptedPageHeaders(nonce)
  void app.register(scalar, {
    routePrefix: '/docs',
    hooks: {
      onRequest: (_request, reply, done) => {
        reply.headers(headers)
        done()
      },
    },
    configuration: {
      nonce,
      pageTitle: 'Sarraf API',
      url: '/v1/openapi.json',
      // No part of the page may call elsewhere.
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      hideClientButton: true,
    },
  })
}
