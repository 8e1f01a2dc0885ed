import type pg from 'pg'
import type { FoundRecord } from '#audit/finding/find.ts'
import type { Noun } from '#audit/nouns.ts'
import { READ_MODEL } from '#kernel/records/read-model.ts'

/** A record with a title from its table, if it has one. */
export interface Listed extends FoundRecord {
  readonly headline: string | null
}

const amount = (column: string) => `trim_scale(${column})::text || ' TRY'`
const day = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD')`
const joined = (...parts: readonly string[]) => `concat_ws(' · ', ${parts.join(', ')})`

/** The SQL expression of the title for each noun. */
const headlines: Readonly<Record<Noun, { readonly table: string; readonly says: string }>> = {
  'expense-voucher': {
    table: 'expense_voucher',
    says: joined(`concat_ws(' ', serial, number)`, 'official_number', amount('amount'), 'name'),
  },
  invoice: {
    table: 'invoice',
    says: joined('invoice_number', amount('payable_total'), day('transaction_date'), 'name'),
  },
  'kmts-verification': {
    table: 'kmts_verification',
    says: joined('scanned_code', 'product_name', day('checked_at')),
  },
  'sanction-check': { table: 'sanction_check', says: joined('full_name', day('checked_at')) },
  customer: { table: 'customer', says: joined('name_surname') },
  'customer-form': { table: 'customer_form', says: joined('name_surname') },
  'bank-account': { table: 'bank_account', says: joined('name', 'iban') },
  'bank-transaction': {
    table: 'bank_transaction',
    says: joined(
      `trim_scale(amount)::text || ' ' || currency`,
      day('transaction_date'),
      'name_surname',
    ),
  },
  company: { table: 'company', says: joined('title') },
}

export async function withHeadlines(
  pool: pg.Pool,
  companyId: string,
  found: readonly FoundRecord[],
): Promise<readonly Listed[]> {
  const byNoun = [...Map.groupBy(found, ({ noun }) => noun)]
  const said = await Promise.all(
    byNoun.map(async ([noun, items]) => {
      const { table, says } = headlines[noun]
      const id = noun === 'company' ? 'company_id' : 'id'
      const { rows } = await pool.query<{ id: string; headline: string }>(
        `select ${id} as id, ${says} as headline from ${READ_MODEL}.${table}
         where company_id = $1 and ${id} = any($2::text[])`,
        [companyId, items.map((item) => item.id)],
      )
      return rows.map((row) => [`${noun} ${row.id}`, row.headline] as const)
    }),
  )
  const headlineOf = new Map(said.flat())
  return found.map((item) => ({
    ...item,
    headline: headlineOf.get(`${item.noun} ${item.id}`) ?? null,
  }))
}
