import type { FastifyInstance } from 'fastify'
import type { LanguageName } from '#kernel/domain/messages/language.ts'
import { preferredLanguage } from '#kernel/platform/http/accept-language.ts'
import { html } from '#kernel/platform/http/html.ts'
import { isForPeople, plainPage } from '#kernel/platform/http/plain-page.ts'
import { styledPageHeaders } from '#kernel/platform/http/security-headers.ts'

const links = {
  docs: '/docs/',
  openapi: '/v1/openapi.json',
  console: '/console',
  audit: '/audit',
  health: '/health/ready',
} as const

interface Texts {
  readonly what: string
  readonly whom: string
  /** For each link: who reads it, and what it is. */
  readonly readers: Readonly<Record<keyof typeof links, readonly [who: string, what: string]>>
}

const texts: Readonly<Record<LanguageName, Texts>> = {
  en: {
    what: 'The back office of a dealer in precious metals and foreign exchange: expense vouchers, invoices, bank transactions, customers and sanction checks. Every change is an event that stays.',
    whom: 'The staff of a shop use it through the shop’s own programs, which call this API; it has no screens of its own for them.',
    readers: {
      docs: ['Developers', 'Guides and reference of the API, with requests to try'],
      openapi: ['Generators of clients', 'The OpenAPI document'],
      console: ['Those who run a company', 'Documents that wait, keys and webhooks'],
      audit: ['Auditors', 'Find a record, its history, and verify the log'],
      health: ['Operators', 'Whether the system is ready, and what it waits for'],
    },
  },
  tr: {
    what: 'Kıymetli maden ve döviz ticareti yapan bir işletmenin arka ofisi: gider pusulaları, faturalar, banka hareketleri, müşteriler ve yaptırım sorguları. Her değişiklik kalıcı bir olaydır.',
    whom: 'Dükkân çalışanları onu bu API’yi çağıran kendi programlarıyla kullanır; onlar için ayrı bir ekranı yoktur.',
    readers: {
      docs: ['Geliştiriciler', 'API’nin kılavuzları ve başvuru sayfaları, denenebilir isteklerle'],
      openapi: ['İstemci üreteçleri', 'OpenAPI belgesi'],
      console: ['Şirketi yürütenler', 'Bekleyen belgeler, anahtarlar ve webhook’lar'],
      audit: ['Denetçiler', 'Kayıt bulma, kaydın geçmişi ve günlüğün doğrulanması'],
      health: ['İşletmeciler', 'Sistemin hazır olup olmadığı ve neyi beklediği'],
    },
  },
}

const pageIn = (language: LanguageName) => {
  const { what, whom, readers } = texts[language]
  const cards = Object.entries(links).map(([name, address]) => {
    const [who, about] = Object.entries(readers).find(([reader]) => reader === name)?.[1] ?? []
    return html`<li><h2>${who}</h2><p><a href="${address}">${about}</a></p></li>\n`
  })
  const body = html`<h1>Sarraf</h1>\n<p>${what}</p>\n<p class="soft">${whom}</p>\n<ul class="cards">\n${cards}</ul>`
  return plainPage({ language, title: 'Sarraf', body })
}

const pages = { en: pageIn('en'), tr: pageIn('tr') }

/** `GET /`: what this is and where each reader goes, as HTML for a browser and as JSON for a program. */
export function serveFrontPage(app: FastifyInstance) {
  app.get('/', (request, reply) => {
    reply.header('vary', 'accept, accept-language')
    if (!isForPeople(request.headers.accept)) return reply.send({ name: 'Sarraf', links })
    const language = preferredLanguage(request.headers['accept-language']) ?? 'en'
    return reply.headers(styledPageHeaders).type('text/html; charset=utf-8').send(pages[language])
  })
}
