import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { AuditedSystem } from '../audited-system.ts'
import { streamPages } from '../log-slice.ts'
import { type OwnedSubject, ownStream } from '../nouns.ts'
import { inLogOrder } from './in-log-order.ts'
import { streamsOf } from './streams-of.ts'

const MOST_RELATED = 200

/** Every event that a record's detail response depends on, in log order. */
export async function* eventsBehind(
  { log, pool }: Pick<AuditedSystem, 'log' | 'pool'>,
  subject: OwnedSubject,
): AsyncGenerator<StoredEvent, void> {
  const others = await streamsBehind({ log, pool }, subject)
  const pages = [...(await streamsOf(log, subject))]
  for (const name of others) pages.push(streamPages(log, name))
  for await (const event of inLogOrder(pages)) {
    if (event.metadata['companyId'] === subject.companyId) yield event
  }
}

/** Records whose fields the response also shows. */
async function streamsBehind(
  { log, pool }: Pick<AuditedSystem, 'log' | 'pool'>,
  subject: OwnedSubject,
): Promise<Iterable<string>> {
  const { noun, id, companyId } = subject
  if (noun === 'bank-transaction') {
    const others = await named(pool, relatedToTransaction, [companyId, id])
    return new Set([...(await usersOf(log, id)), ...others])
  }
  if (noun === 'sanction-check') return new Set(await named(pool, relatedToCheck, [companyId, id]))
  return []
}

async function named(pool: AuditedSystem['pool'], text: string, values: readonly string[]) {
  const { rows } = await pool.query<{ stream: string }>(text, [...values])
  return rows.map(({ stream }) => stream)
}

const relatedToTransaction = `
  select 'customer-' || other.id as stream
  from read_model.bank_transaction as own
  join read_model.customer as other using (company_id, id_no)
  where own.company_id = $1 and own.id = $2
  union
  select 'sanctionCheck-' || other.id
  from read_model.bank_transaction as own
  join read_model.sanction_check as other using (company_id, person_ref)
  where own.company_id = $1 and own.id = $2
  limit ${MOST_RELATED}`

const relatedToCheck = `
  select 'customer-' || other.id as stream
  from read_model.sanction_check as own
  join read_model.customer as other
    on other.company_id = own.company_id and (other.id = own.customer_id or other.id_no = own.id_no)
  where own.company_id = $1 and own.id = $2
  union
  select 'customerEvent-' || other.id
  from read_model.sanction_check as own
  join read_model.customer_event as other
    on other.company_id = own.company_id
    and (other.customer_id = own.customer_id or other.id_no = own.id_no)
  where own.company_id = $1 and own.id = $2
  limit ${MOST_RELATED}`

/** The documents that have ever claimed a transaction. */
async function usersOf(log: AuditedSystem['log'], transactionId: string) {
  const users = new Set<string>()
  for await (const page of streamPages(log, `transactionClaim-${transactionId}`)) {
    for (const { data } of page) {
      const owner = data['owner']
      if (typeof owner !== 'object' || owner === null || !('id' in owner)) continue
      const isVoucher = 'kind' in owner && owner.kind === 'expenseVoucher'
      users.add(
        ownStream({ noun: isVoucher ? 'expense-voucher' : 'invoice', id: String(owner.id) }),
      )
    }
  }
  return users
}
