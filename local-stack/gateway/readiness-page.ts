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
    all: 'All services answer, and the lists are up to date.',
    home: 'Start page',
  },
  tr: {
    ready: 'Sistem hazır',
    starting: 'Sistem hazır değil',
    closing: 'Sistem kapanıyor',
    waits: 'Beklenenler:',
    all: 'Bütün servisler yanıt veriyor, listeler güncel.',
    home: 'Başlangıç sayfası',
  },
} as const satisfies Readonly<Record<LanguageName, object>>

export interface Readiness {
  readonly status: 'ready' | 'starting' | 'closing'
  readonly missing?: readonly string[]
}

/** What programs read as JSON, for people. */
export function readinessPage(
  { status, missing = [] }: Readiness,
  acceptLanguage: string | undefined,
): string {
  const language = preferredLanguage(acceptLanguage) ?? 'en'
  const said = texts[language]
  const reasons = missing.map((reason) => html`<li>${reason}</li>`)
  const what =
    missing.length === 0 ? html`<p>${said.all}</p>` : html`<p>${said.waits}</p><ul>${reasons}</ul>`
  const body = html`<h1>${said[status]}</h1>\n${what}\n<p><a href="/">${said.home}</a></p>`
  return plainPage({ language, title: `Sarraf: ${said[status]}`, body })
}
