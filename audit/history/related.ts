import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { streamPages } from '#kernel/platform/event-store/stream-pages.ts'
import type { AuditedSystem, AuditedTables } from '../audited-system.ts'
import { type OwnedSubject, ownStream } from '../nouns.ts'
import { inLogOrder } from './in-log-order.ts'
import { streamsOf } from './streams-of.ts'

const MOST_RELATED = 200

/** Every event that a record's detail response depends on, in log order. */
export async function* eventsBehind(
  { log, readModels }: Pick<AuditedSystem, 'log' | 'readModels'>,
  subject: OwnedSubject,
): AsyncGenerator<StoredEvent, void> {
  const others = await streamsBehind({ log, readModels }, subject)
  const pages = [...(await streamsOf(log, subject))]
  for (const name of others) pages.push(streamPages(log, name))
  for await (const event of inLogOrder(pages)) {
    if (event.metadata['companyId'] === subject.companyId) yield event
  }
}

/** Records whose fields the response also shows. */
async function streamsBehind(
  { log, readModels }: Pick<AuditedSystem, 'log' | 'readModels'>,
  subject: OwnedSubject,
): Promise<Iterable<string>> {
  const { noun, id } = subject
  if (noun === 'bank-transaction') {
    const others = await relatedToTransaction(readModels, subject)
    return new Set([...(await usersOf(log, id)), ...others])
  }
  return noun === 'sanction-check' ? relatedToCheck(readModels, subject) : []
}

async function relatedToTransaction(readModels: AuditedTables, { companyId, id }: OwnedSubject) {
  const own = await readModels
    .selectFrom('bank_transaction')
    .select(['normal_number', 'person_ref'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (own === undefined) return []
  const customers = await customersOf(readModels, companyId, own)
  const checks = await readModels
    .selectFrom('sanction_check')
    .select('id')
    .where('company_id', '=', companyId)
    .where('person_ref', '=', own.person_ref)
    .limit(MOST_RELATED)
    .execute()
  return [...streamsNamed('customer', customers), ...streamsNamed('sanctionCheck', checks)]
}

async function relatedToCheck(readModels: AuditedTables, { companyId, id }: OwnedSubject) {
  const own = await readModels
    .selectFrom('sanction_check')
    .select(['normal_number', 'customer_id'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (own === undefined) return []
  const customers = await customersOf(readModels, companyId, own)
  const events = await readModels
    .selectFrom('customer_event')
    .select('id')
    .where('company_id', '=', companyId)
    .where((row) =>
      row.or([
        row('customer_id', '=', own.customer_id),
        row('normal_number', '=', own.normal_number),
      ]),
    )
    .limit(MOST_RELATED)
    .execute()
  return [...streamsNamed('customer', customers), ...streamsNamed('customerEvent', events)]
}

/** The customer accounts with the identity number, and the one that was named. */
const customersOf = (
  readModels: AuditedTables,
  companyId: string,
  {
    normal_number,
    customer_id = null,
  }: { readonly normal_number: string | null; readonly customer_id?: string | null },
) =>
  readModels
    .selectFrom('customer')
    .select('id')
    .where('company_id', '=', companyId)
    .where((row) =>
      row.or([row('id', '=', customer_id ?? ''), row('normal_number', '=', normal_number)]),
    )
    .limit(MOST_RELATED)
    .execute()

const streamsNamed = (category: string, rows: readonly { readonly id: string }[]) =>
  rows.map(({ id }) => `${category}-${id}`)

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
