import type { LanguageName } from '#kernel/domain/messages/language.ts'
import { preferredLanguage } from '#kernel/platform/http/accept-language.ts'
import { html } from '#kernel/platform/http/html.ts'
import { plainPage } from '#kernel/platform/http/plain-page.ts'

const texts = {
  en: {
    ready: 'The system is ready',
    starting: 'The system is not ready',
    closing: 'The system is stopping',
    waits: 'It waits for:',
    works: 'It works, but these wait:',
    all: 'All services answer, and the lists are up to date.',
    home: 'Start page',
  },
  tr: {
    ready: 'Sistem hazır',
    starting: 'Sistem hazır değil',
    closing: 'Sistem kapanıyor',
    waits: 'Beklenenler:',
    works: 'Çalışıyor, ama şunlar bekliyor:',
    all: 'Bütün servisler yanıt veriyor, listeler güncel.',
    home: 'Başlangıç sayfası',
  },
} as const satisfies Readonly<Record<LanguageName, object>>

export interface Readiness {
  readonly status: 'ready' | 'starting' | 'closing'
  readonly missing?: readonly string[]
  /** What waits although requests are answered. */
  readonly warnings?: readonly string[]
}

/** What programs read as JSON, for people. */
export function readinessPage(
  { status, missing = [], warnings = [] }: Readiness,
  acceptLanguage: string | undefined,
): string {
  const language = preferredLanguage(acceptLanguage) ?? 'en'
  const said = texts[language]
  const listed = missing.length > 0 ? missing : warnings
  const reasons = listed.map((reason) => html`<li>${reason}</li>`)
  const above = missing.length > 0 ? said.waits : said.works
  const what =
    listed.length === 0 ? html`<p>${said.all}</p>` : html`<p>${above}</p><ul>${reasons}</ul>`
  const body = html`<h1>${said[status]}</h1>\n${what}\n<p><a href="/">${said.home}</a></p>`
  return plainPage({ language, title: `Sarraf: ${said[status]}`, body })
}
