import type pg from 'pg'
import type {
  AttemptMade,
  StuckDocument,
  Tools,
} from '#command/provider-documents/document-kind.ts'
import { millisecondsBetween } from '#kernel/domain/instant.ts'
import { historyOf, type VoucherHistory } from './history.ts'

const PAGE = 500

/** Electronic vouchers whose outcome is unknown; found in the read model, judged by their streams. */
export async function* stuckVouchers({
  system,
  settings,
  log,
}: Tools): AsyncGenerator<StuckDocument, void> {
  const now = new Date(log.now()).toISOString()
  for await (const voucherId of unsettled(system.pool)) {
    const history = await historyOf(log, voucherId)
    if (history === undefined || !isStuck(history, now, settings.deadlineMs)) continue
    const { voucher, companyId, since, attempts } = history
    const { uuid, state } = voucher.document
    const ageSeconds = Math.floor(millisecondsBetween(since, now) / 1000)
    const of = { id: voucherId, kind: 'expense-voucher', companyId, uuid, state }
    yield { ...of, since, ageSeconds, attempts }
  }
}

/** What the recovery or the next request settles by itself is not stuck, but for a while. */
function isStuck(
  { voucher, since, attempts }: VoucherHistory,
  now: string,
  deadlineMs: number,
): boolean {
  const isOld = (moment: string) => millisecondsBetween(moment, now) >= deadlineMs
  const last: AttemptMade | undefined = attempts.at(-1)
  switch (voucher.document.state) {
    case 'review_required':
      return voucher.acceptance === null || isOld(since)
    case 'provider_accepted':
      return isOld(since)
    case 'deleting':
      return last?.outcome === 'unknown' || last === undefined || isOld(last.startedAt)
    case 'preparing':
    case 'sms_sending':
    case 'dispatching':
      return last === undefined || isOld(last.startedAt)
    default:
      return false
  }
}

/** Page by page, so that a provider's bad day does not fill the memory. */
async function* unsettled(pool: pg.Pool): AsyncGenerator<string, void> {
  let after = ['', '']
  for (;;) {
    const { rows } = await pool.query<{ company_id: string; id: string }>({
      name: 'operator-unsettled-vouchers',
      text: `select company_id, id from read_model.expense_voucher
             where visible and state in ('preparing', 'sms_sending', 'dispatching',
                                         'provider_accepted', 'review_required', 'deleting')
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
