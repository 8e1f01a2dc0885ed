import type pg from 'pg'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import { READ_MODEL } from '#kernel/records/read-model.ts'
import type { AnyRecord } from '#kernel/records/record.ts'
import { anyDetail } from '#kernel/records/response.ts'
import type { Person } from './person.ts'

type Queries = Pick<pg.Pool, 'query'>

/** Records of the person as the API shows them in detail; those that it no longer shows are `removed`. */
export async function detailsOf(
  pool: Queries,
  { companyId, idNo }: Person,
  { record, ids }: { readonly record: AnyRecord; readonly ids: readonly string[] },
): Promise<readonly object[]> {
  const beside = 'invoice_id' in record.columns ? `, (${INVOICE_NUMBER}) as invoice_number` : ''
  // A record whose number was corrected shows another person now. After forgetting there is no number.
  const { rows } = await pool.query<{ readonly is_shown: boolean }>(
    `select own.*, ${record.shown ?? 'true'} as is_shown${beside} from ${READ_MODEL}.${record.name} own
     where company_id = $1 and id = any($2::text[]) and (id_no is null or normal_number = $3) order by id`,
    [companyId, ids, normalNumber(idNo)],
  )
  return rows.map((row) => (row.is_shown ? anyDetail(record, row) : removed(record, row)))
}

const removed = (record: AnyRecord, row: object) => ({ removed: true, ...anyDetail(record, row) })

const INVOICE_NUMBER = `select invoice_number from ${READ_MODEL}.invoice
  where company_id = own.company_id and id = own.invoice_id`

/** What is said of transactions of others that documents of the person use: nothing of those others. */
export interface LinkedTransaction {
  readonly id: string
  readonly incoming: boolean
  readonly transactionDate: string
  readonly amount: string
  readonly currency: string
}

export async function linkedTransactions(
  pool: Queries,
  { companyId, personRefs }: Person,
  ids: readonly string[],
): Promise<readonly LinkedTransaction[]> {
  const { rows } = await pool.query<LinkedTransaction>(
    `select id, incoming, amount::text, currency,
       to_char(transaction_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "transactionDate"
     from ${READ_MODEL}.bank_transaction
     where company_id = $1 and id = any($2::text[]) and (person_ref = any($3)) is not true order by id`,
    [companyId, ids, [...personRefs]],
  )
  return rows
}

/** An account of another customer that names the person as its representative. */
export interface Mention {
  readonly customerId: string
  readonly customerRelation: unknown
}

export async function mentionsOf(
  pool: Queries,
  { companyId, idNo }: Person,
): Promise<readonly Mention[]> {
  const number = normalNumber(idNo)
  const { rows } = await pool.query<Mention & { readonly relativesIdNo: string }>(
    `select id as "customerId", customer_relation as "customerRelation",
       customer_relation ->> 'idNo' as "relativesIdNo" from ${READ_MODEL}.customer
     where company_id = $1 and customer_relation ->> 'idNo' is not null
       and normal_number is distinct from $2 order by id`,
    [companyId, number],
  )
  return rows
    .filter(({ relativesIdNo }) => normalNumber(relativesIdNo) === number)
    .map(({ customerId, customerRelation }) => ({ customerId, customerRelation }))
}

/** Undefined if there is no such company. */
export async function titleOf(pool: Queries, companyId: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ readonly title: string }>(
    `select title from ${READ_MODEL}.company where company_id = $1`,
    [companyId],
  )
  return rows[0]?.title
}
