import type pg from 'pg'
import type { StuckDocument, Tools } from '#command/provider-documents/document-kind.ts'
import { millisecondsBetween } from '#kernel/domain/instant.ts'
import { historyOf, type InvoiceHistory } from './history.ts'

const PAGE = 500

/** Invoices and drafts whose outcome is unknown; found in the read model, judged by their streams. */
export async function* stuckInvoices({
  system,
  settings,
  log,
}: Tools): AsyncGenerator<StuckDocument, void> {
  const now = new Date(log.now()).toISOString()
  for await (const id of unsettled(system.pool)) {
    const history = await historyOf(log, id)
    if (history === undefined || !isStuck(history, now, settings.deadlineMs)) continue
    const { companyId, since, attempts } = history
    const { stage: state, content } = history.invoice
    const ageSeconds = Math.floor(millisecondsBetween(since, now) / 1000)
    const of = { id, kind: 'invoice', companyId, uuid: content.uuid, state }
    yield { ...of, since, ageSeconds, attempts }
  }
}

/** What the recovery settles by itself is not stuck, but for a while. */
function isStuck(
  { invoice, since, attempts }: InvoiceHistory,
  now: string,
  deadlineMs: number,
): boolean {
  const isOld = (moment: string) => millisecondsBetween(moment, now) >= deadlineMs
  switch (invoice.stage) {
    case 'unknown':
      return !invoice.content.isDraft || isOld(since)
    case 'submitting':
      return isOld(since)
    case 'deletingDraft':
      return attempts.at(-1)?.outcome === 'unknown' || isOld(since)
    default:
      return false
  }
}

/** Page by page, so that a provider's bad day does not fill the memory. */
async function* unsettled(pool: pg.Pool): AsyncGenerator<string, void> {
  let after = ['', '']
  for (;;) {
    const { rows } = await pool.query<{ company_id: string; id: string }>({
      name: 'operator-unsettled-invoices',
      text: `select company_id, id from read_model.invoice
             where stage in ('submitting', 'unknown', 'deletingDraft')
               and (company_id, id) > ($1, $2)
             order by company_id, id limit ${PAGE}`,
      values: after,
    })
    for (const { id } of rows) yield id
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = [last.company_id, last.id]
  }
}
