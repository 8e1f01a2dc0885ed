import { html } from '#kernel/platform/http/html.ts'
import { fill } from '../language/fill.ts'
import { layout } from './layout.ts'
import type { PageAnswer, Visit } from './visit.ts'

interface Fault {
  readonly status: number
  readonly reason:
    | 'notFound'
    | 'busy'
    | 'unavailable'
    | 'tooLong'
    | 'unrecorded'
    | 'internal'
    | 'foreign'
    | 'unreadableDate'
  readonly values?: Readonly<Record<string, string>>
}

/** The error page; it never contains internal texts. */
export function faultPage(visit: Visit, { status, reason, values = {} }: Fault): PageAnswer {
  const { texts } = visit.language
  const body = html`
<h1>${texts.fault.title}</h1>
<p role="alert">${fill(texts.fault[reason], { requestId: visit.requestId, ...values }, { ...visit, timeZone: 'UTC' })}</p>
<p><a href="${visit.site.root}">${texts.fault.back}</a></p>`
  return { page: layout(visit, { title: texts.fault.title, body }), status }
}
