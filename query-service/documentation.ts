import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type InjectOptions,
} from 'fastify'
import { endpoints } from '#kernel/contract/endpoints.ts'
import { openApiDocument } from '#kernel/contract/openapi.ts'
import type { LanguageName } from '#kernel/domain/messages/language.ts'
import { once } from '#kernel/domain/once.ts'
import { type PreparedContent, preparedContent } from '#kernel/platform/http/prepared-content.ts'
import type { PublicPage } from '#kernel/platform/http/public-pages.ts'
import { scriptedPageHeaders } from '#kernel/platform/http/security-headers.ts'
import { filledIn } from './examples/filled-in.ts'
import { guideIn } from './guides/guide.ts'
import { inTurkish } from './reference-language.ts'
import { webhookCalls } from './webhook-calls.ts'

/**
 * The OpenAPI document, generated from the endpoints; and for the pages, with a guide in its introduction, and with
 * what a file fills in. Each is made when it is first asked for: a service starts sooner without them.
 */
export function documentation(examplesFile: string | null = null): readonly PublicPage[] {
  const document = once(() => ({ ...openApiDocument(endpoints), 'x-webhooks': webhookCalls() }))
  const guided = (language: LanguageName) => {
    const guideDocument = once(() => {
      const said = language === 'tr' ? inTurkish(document()) : document()
      return { ...said, info: { ...document().info, description: guideIn(language) } }
    })
    const page = jsonAt(`/docs/${language}.json`, guideDocument)
    if (examplesFile === null) return page
    const body = once(() => filledIn(guideDocument(), examplesFile))
    // With a key in it, no browser keeps it.
    return { ...page, body: () => body()(), headers: NOT_KEPT }
  }
  return [jsonAt('/v1/openapi.json', document), guided('en'), guided('tr'), states()]
}

const NOT_KEPT = { 'cache-control': 'no-store' }

/** The diagram in the guides. */
function states(): PublicPage {
  const drawn = readFileSync(new URL('guides/states.svg', import.meta.url), 'utf8')
  return { path: '/docs/states.svg', contentType: 'image/svg+xml', body: () => drawn }
}

function jsonAt(path: string, value: () => object): PublicPage {
  const json = once(() => JSON.stringify(value()))
  return { path, contentType: 'application/json; charset=utf-8', body: json }
}

/** Scalar's own colours are too pale for WCAG AA, and a line of code that scrolls cannot be reached by keyboard. */
const legible = `
  .light-mode {
    --scalar-color-2: #57606a; --scalar-color-3: #5f6872; --scalar-sidebar-color-2: #57606a;
    --scalar-color-green: #067647; --scalar-color-red: #b42318; --scalar-color-blue: #0b5cad;
    --scalar-color-orange: #b54708; --scalar-sidebar-search-color: #57606a;
  }
  pre code.hljs.custom-scroll { overflow: visible !important; }
  pre code.hljs, pre code.hljs * { white-space: pre-wrap !important; overflow-wrap: anywhere; }
`

/** The pages at `/docs`: the reference, and calls to try. Everything they load is served here. */
export function serveReference(app: FastifyInstance) {
  void app.register((scope, _options, registered) => {
    scope.addHook('onSend', preparedAnswers())
    for (const path of ['/docs', '/docs/', '/docs/js/scalar.js']) {
      scope.get(path, async ({ url, host }, reply) => {
        const pages = await reference()
        const { statusCode, headers, body } = await pages.inject({ url, headers: { host } })
        const { 'content-type': type = 'text/plain', location } = headers
        if (location !== undefined) return reply.redirect(location, statusCode)
        return reply.code(statusCode).type(type).send(body)
      })
    }
    registered()
  })
}

/** Scalar with its script takes forty megabytes, which a service that nobody asks for these pages does without. */
const reference = once(async () => {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const pages = fastify()
  void pages.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      customCss: legible,
      nonce: NONCE_OF_THE_ANSWER,
      pageTitle: 'Sarraf API',
      sources: [
        { title: 'English', slug: 'en', url: '/docs/en.json', default: true },
        { title: 'Türkçe', slug: 'tr', url: '/docs/tr.json' },
      ],
      // No part of the page may call elsewhere.
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      hideClientButton: true,
      onLoaded: speakAsDocument,
    },
  })
  await pages.ready()
  return { inject: (call: InjectOptions) => pages.inject(call) }
})

/** Scalar reads its script, of megabytes, for each answer; what was read first is kept, compressed. A page has its own nonce. */
function preparedAnswers() {
  const byRoute = new Map<string, PreparedContent>()
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const nonce = randomBytes(16).toString('base64')
    reply.headers(scriptedPageHeaders(nonce))
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
    if (/^\s*<!doctype html/i.test(payload)) return inEnglish(payload, nonce)
    const route = request.routeOptions.url ?? ''
    const prepared = byRoute.get(route) ?? preparedContent(payload)
    byRoute.set(route, prepared)
    return prepared.answer(request, reply)
  }
}

/** Runs in the browser, where Scalar calls it with the slug of each source that it shows. */
function speakAsDocument(language: string) {
  const page: { readonly documentElement: { lang: string } } = Reflect.get(globalThis, 'document')
  page.documentElement.lang = language
}

/** Scalar writes the same nonce into every page. Random, so that nothing but a nonce is replaced. */
const NONCE_OF_THE_ANSWER = randomBytes(16).toString('hex')

/** Scalar's page has no language, and makes the browser request an icon that does not exist. */
const inEnglish = (page: string, nonce: string) =>
  page
    .replace('<html>', '<html lang="en">')
    .replace('<head>', `<head>${NO_ICON}`)
    .replaceAll(NONCE_OF_THE_ANSWER, nonce)

const NO_ICON = '<link rel="icon" href="data:,">'
