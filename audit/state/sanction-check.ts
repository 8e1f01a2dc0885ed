import { detailedSanctionCheck } from '#kernel/responses/sanction-checks.ts'
import type { Rows } from './rows.ts'

const MAX_EVENTS = 100

/** Includes the person's records that the query service adds. */
export async function sanctionCheckDetail(rows: Rows, id: string): Promise<object | undefined> {
  const [check] = await rows.of('sanction_check', 'id = $1', [id])
  if (check === undefined) return undefined
  const { source, customer_id } = check
  const [customer] = await rows.of(
    'customer',
    'id = $1 or ($1::text is null and id_no = $2) order by updated_at desc limit 1',
    [customer_id, source === 'panel' ? check.id_no : null],
  )
  const events = await rows.of(
    'customer_event',
    `id_no = $1 or customer_id = $2 order by event_date desc, id desc limit ${MAX_EVENTS}`,
    [check.id_no ?? customer?.id_no ?? null, customer?.id ?? null],
  )
  return detailedSanctionCheck(check, { customer, events })
}
