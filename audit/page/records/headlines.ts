import type pg from 'pg'
import type { FoundRecord } from '#audit/finding/find.ts'
import type { HistoryStep } from '#audit/history/steps.ts'
import { type Noun, nounNamed, type Subject, subjectOfStream } from '#audit/nouns.ts'
import { READ_MODEL } from '#kernel/records/read-model.ts'

/** What somebody wants to know of a record first, from its table. */
export interface Headline {
  /** What is printed on it, such as its number. */
  readonly printed: string | null
  readonly amount: string | null
  readonly currency: string | null
  readonly person: string | null
  /** ISO 8601. */
  readonly at: string | null
  readonly state: string | null
  readonly isDeleted: boolean
}

/** A record with what its table says of it, if it is there. */
export type Listed = Pick<FoundRecord, 'noun' | 'id'> & {
  readonly matched?: string
  readonly headline: Headline | null
}

interface Shown {
  readonly table: string
  readonly printed: readonly string[]
  readonly amount?: string
  readonly currency?: string
  readonly person?: string
  readonly at: string
  /** Whether `at` has microseconds since 1970 instead of an instant. */
  readonly isInMicroseconds?: true
  readonly state?: string
  readonly isDeleted?: string
}

/** The SQL expressions for each noun. */
const shown: Readonly<Record<Noun, Shown>> = {
  'expense-voucher': {
    table: 'expense_voucher',
    printed: [`concat_ws(' ', serial, number)`, 'official_number'],
    amount: 'amount',
    currency: `'TRY'`,
    person: 'name',
    at: 'transaction_date',
    state: `case when lifecycle = 'draft' or lifecycle = 'finalizing' then coalesce(state, lifecycle) else lifecycle end`,
    isDeleted: `lifecycle in ('deleted', 'abandoned')`,
  },
  invoice: {
    table: 'invoice',
    printed: ['invoice_number'],
    amount: 'payable_total',
    currency: `'TRY'`,
    person: 'name',
    at: 'transaction_date',
    state: `case when cancelled_at is null then stage else 'cancelled' end`,
    isDeleted: `stage = 'ended'`,
  },
  'kmts-verification': {
    table: 'kmts_verification',
    printed: ['scanned_code', 'product_name'],
    at: 'checked_at',
    state: 'outcome',
  },
  'sanction-check': {
    table: 'sanction_check',
    printed: [],
    person: 'full_name',
    // The moment of the check, too; this one has an index.
    at: 'created_at',
    isInMicroseconds: true,
    state: `case when masak_count + wanted_count + pep_count > 0 then 'matches' else 'noMatches' end`,
  },
  customer: {
    table: 'customer',
    printed: [],
    person: 'name_surname',
    at: 'created_date',
    state: `case when forgotten then 'forgotten' end`,
  },
  'customer-form': {
    table: 'customer_form',
    printed: [],
    person: 'name_surname',
    at: 'created_at',
    isInMicroseconds: true,
    state: `case when rejected then 'rejected' when is_approval then 'approved' else 'pending' end`,
    isDeleted: 'deleted',
  },
  'bank-account': {
    table: 'bank_account',
    printed: ['name', 'iban'],
    currency: 'currency',
    at: 'created_at',
    isInMicroseconds: true,
    state: `case when archived then 'archived' end`,
  },
  'bank-transaction': {
    table: 'bank_transaction',
    printed: [],
    amount: 'amount',
    currency: 'currency',
    person: 'name_surname',
    at: 'transaction_date',
    state: `(array['open', 'processed', 'ignored'])[status + 1]`,
  },
  company: { table: 'company', printed: ['title'], at: 'null::timestamptz' },
}

/** The column by which records of a noun are dated. */
export const dateColumnOf = (noun: Noun) => {
  const { at: column, isInMicroseconds = false } = shown[noun]
  return { column, isInMicroseconds }
}

/** Without an order; `more` are further columns. */
export function selectOf(noun: Noun, more?: string): string {
  const { table, printed, amount, ...said } = shown[noun]
  const { column, isInMicroseconds } = dateColumnOf(noun)
  const at = isInMicroseconds ? `to_timestamp(${column} / 1e6)` : column
  const { currency = 'null', person = 'null', state = 'null', isDeleted = 'false' } = said
  return `select ${noun === 'company' ? 'company_id' : 'id'} as id,
      nullif(concat_ws(' · ', ${['null', ...printed].join(', ')}), '') as printed,
      ${amount === undefined ? 'null' : `trim_scale(${amount})::text`} as amount,
      ${currency} as currency, ${person} as person, ${state} as state, ${isDeleted} as "isDeleted",
      to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at${more === undefined ? '' : `, ${more}`}
    from ${READ_MODEL}.${table}
    where company_id = $1`
}

export type HeadlineRow = Headline & { readonly id: string }

/** The newest first; those without a date last. */
export async function withHeadlines(
  pool: pg.Pool,
  companyId: string,
  found: readonly Pick<FoundRecord, 'noun' | 'id' | 'matched'>[],
): Promise<readonly Listed[]> {
  const byNoun = [...Map.groupBy(found, ({ noun }) => noun)]
  const said = await Promise.all(
    byNoun.map(async ([noun, items]) => {
      const id = noun === 'company' ? 'company_id' : 'id'
      const text = `${selectOf(noun)} and ${id} = any($2::text[])`
      const { rows } = await pool.query<HeadlineRow>(text, [
        companyId,
        items.map((item) => item.id),
      ])
      return rows.map((row) => [`${noun} ${row.id}`, row] as const)
    }),
  )
  const headlineOf = new Map(said.flat())
  return found
    .map(({ noun, id, matched }) => {
      return { noun, id, matched, headline: headlineOf.get(`${noun} ${id}`) ?? null }
    })
    .toSorted((one, other) => dateOf(other).localeCompare(dateOf(one)))
}

/** The record of each step, by the event's id: its own, or the one that somebody looked at. */
export async function recordsOfSteps(
  pool: pg.Pool,
  companyId: string,
  steps: readonly Pick<HistoryStep, 'stored' | 'data'>[],
): Promise<ReadonlyMap<string, Listed>> {
  const subjects = steps.flatMap(({ stored, data }) => {
    const subject = subjectOfStream(stored.stream) ?? seenIn(data)
    return subject === undefined ? [] : [{ ...subject, matched: stored.id }]
  })
  const listed = await withHeadlines(pool, companyId, subjects)
  return new Map(listed.map((one) => [one.matched ?? '', one]))
}

function seenIn({ noun, recordId: id }: HistoryStep['data']): Subject | undefined {
  const known = typeof noun === 'string' ? nounNamed(noun) : undefined
  return known === undefined || typeof id !== 'string' ? undefined : { noun: known, id }
}

const dateOf = ({ headline }: Listed) => headline?.at ?? ''
