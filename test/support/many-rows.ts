import type { Table } from '#kernel/records/table.ts'

/** The company that has most of the rows. */
export const LARGE = 'c'.repeat(24)

export interface Sizes {
  /** Rows of the large company. */
  readonly large: number
  /** How many small companies there are beside it, and rows of each. */
  readonly companies: number
  readonly small: number
}

/** Fills a table with rows as the projections write them, of one large company and many small ones. */
export function manyRows(schema: string, { name, columns }: Table, sizes: Sizes): string {
  const { large, companies, small } = sizes
  const values = { ...usual, ...pending(large), ...special[name] }
  const expressions = Object.entries(columns).map(
    ([column, { type, nullable }]) =>
      values[column] ?? (nullable ? 'null' : (byType[type] ?? `'x'`)),
  )
  return `
    insert into ${schema}.${name} (${Object.keys(columns).join(', ')})
    select ${expressions.join(', ')} from (
      select '${LARGE}' as company, g::bigint as g from generate_series(1, ${large}) as g
      union all
      select 'd' || lpad((g % ${companies})::text, 23, '0'), ${large} + g
      from generate_series(1, ${companies * small}) as g
    ) as made`
}

const byType: Readonly<Record<string, string>> = {
  boolean: 'g % 2 = 0',
  integer: '(g % 3)::integer',
  numeric: '(g * 37 % 100000) / 100.0',
  bigint: '1700000000000000 + g * 94000000',
  timestamptz: `timestamptz '2023-11-14T22:13:20Z' + g * interval '94 seconds'`,
  'text[]': `'{}'`,
  jsonb: `'[]'`,
}

const PERSONS = 50_000

const one = (values: readonly string[], number = 'g') =>
  `(array['${values.join(`','`)}'])[1 + (${number}) % ${values.length}]`

const person = `(g * 7919 % ${PERSONS})`
const name = `${one(['ahmet', 'mehmet', 'ayse', 'fatma', 'mustafa', 'emine', 'ali'], person)}
  || ' ' || substr(md5((${person} / 10)::text), 1, 8) || ' '
  || ${one(['yilmaz', 'kaya', 'demir', 'celik', 'sahin'], `${person} / 10`)}`

const usual: Readonly<Record<string, string>> = {
  company_id: 'company',
  id: `lpad(to_hex(g), 24, '0')`,
  item: `json_build_object('id', lpad(to_hex(g), 24, '0'))::text`,
  id_no: `(10000000000 + ${person})::text`,
  normal_number: `(10000000000 + ${person})::text`,
  name_folded: name,
  full_name_folded: name,
  line_name_folded: name,
  name_sort: name,
  currency: one(['TRY', 'TRY', 'TRY', 'TRY', 'USD', 'EUR']),
  bank_code: one(['0010', '0012', '0015', '0046', '0062', '0064', '0067'], 'g * 13'),
  visible: 'g % 50 <> 0',
  is_draft: 'g % 20 = 0',
  is_finalized: 'g % 20 <> 0',
  number: 'g::text',
  uuid: 'md5(g::text)::uuid::text',
  person_ref: `'person ' || ${person}`,
  labels: `case when g % 10 = 0 then '{vip}'::text[] else '{}' end`,
  scanned_code: `'KMV' || g`,
  type: `'normal'`,
  deleted: 'g % 100 = 0',
  left_at: `case when g % 100 = 0 then ${byType['bigint']} end`,
  last_date: byType['timestamptz'] ?? '',
}

/** What is still to be done stands at the end of what there is. */
const pending = (large: number): Readonly<Record<string, string>> => ({
  status: `case when g between ${Math.ceil(large * 0.99)} and ${large} then 0
    when g % 50 = 0 then 2 else 1 end`,
  masak_status: 'case when g % 1000 = 0 then 2 else (g % 2)::integer end',
})

const special: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  customer: {
    name_folded: `${name} || ' ' || g`,
    name_sort: `${name} || ' ' || g`,
    id_type: one(['person', 'person', 'company']),
    id_card_type: one(['idCard', 'passport', 'other']),
    record_level: '(g % 5)::integer',
    save_type: one(['bank', 'manual']),
  },
  expense_voucher: {
    visible: 'g % 50 <> 0',
    source: one(['manual', 'bankTransaction']),
    document_mode: one(['paper', 'electronic']),
    state: `case when g % 2 = 0 then null when g % 1000 = 1 then 'failed' else 'sent' end`,
    serial: one(['GP', 'GP', 'GP', 'XX']),
    official_number: `case when g % 2 = 1 then 'EGP2026' || lpad(g::text, 9, '0') end`,
  },
  invoice: {
    source: one(['manual', 'bankTransaction']),
    invoice_type: one(['ISTISNA', 'OZELMATRAH', 'SATIS']),
    integrator: one(['nes', 'nes', 'uyumsoft']),
    invoice_number: `'ABC2026' || lpad(g::text, 9, '0')`,
  },
  bank_transaction: { stamp: `'S' || g` },
  kmts_verification: {
    source: one(['api', 'desktop', 'mobile']),
    outcome: one(['verified', 'verified', 'not_found', 'invalid']),
    status: 'null',
  },
  sanction_check: { source: one(['api', 'panel']) },
  customer_event: { record_level: '(g % 5)::integer' },
  template: {
    status_type: one(['all', 'invoice', 'expense', 'passive']),
    material: one(['gold', 'silver', 'usd']),
    is_default: 'g % 1000 = 0',
  },
}
