import type pg from 'pg'
import { normalisedCode } from '#kernel/domain/kmts-code.ts'
import type { AuditedSystem } from '#projections/auditor/audited-system.ts'
import { type Noun, nouns, ownStream } from '#projections/auditor/nouns.ts'
import { serialNumbers } from './serial-numbers.ts'

/** A record that a value points to. */
export interface Found {
  readonly noun: Noun
  readonly id: string
  readonly companyId: string
  /** What of it is that value, in the API's words. */
  readonly matched: string
}

export interface Search {
  readonly value: string
  /** Null: of all companies. */
  readonly companyId: string | null
}

/** Of each noun; there may be more. */
export const MOST_FOUND = 1_000

/** What of a table's rows may be what people hold in their hands; by the column it stands in. */
interface Source {
  readonly table: string
  readonly id?: string
  readonly columns: Readonly<Record<string, string>>
  readonly hasSerial?: boolean
  readonly hasPerson?: boolean
}

const sources: Readonly<Record<Noun, Source>> = {
  'expense-voucher': {
    table: 'expense_voucher',
    columns: { uuid: 'uuid', official_number: 'officialNumber', id_no: 'idNo' },
    hasSerial: true,
    hasPerson: true,
  },
  invoice: {
    table: 'invoice',
    columns: { uuid: 'uuid', invoice_number: 'invoiceNumber', id_no: 'idNo' },
  },
  'kmts-verification': { table: 'kmts_verification', columns: { scanned_code: 'scannedCode' } },
  'sanction-check': { table: 'sanction_check', columns: { id_no: 'idNo' }, hasPerson: true },
  customer: { table: 'customer', columns: { id_no: 'idNo' }, hasPerson: true },
  'customer-form': { table: 'customer_form', columns: { id_no: 'idNo' }, hasPerson: true },
  'bank-account': { table: 'bank_account', columns: { iban: 'iban' } },
  'bank-transaction': {
    table: 'bank_transaction',
    columns: { stamp: 'stamp', id_no: 'idNo' },
    hasPerson: true,
  },
  company: { table: 'company', id: 'company_id', columns: { tax_number: 'taxNumber' } },
}

/** Everything that a value points to: an id, or what stands on paper. */
export async function find(
  system: AuditedSystem,
  search: Search,
  wanted: readonly Noun[] = nouns,
): Promise<readonly Found[]> {
  const byId = await Promise.all(wanted.map((noun) => byOwnId(system, noun, search)))
  const byValue = await Promise.all(wanted.map((noun) => byWhatItSays(system, noun, search)))
  return [...byId.flat(), ...byValue.flat()]
}

/** Straight from the log: also what no table shows yet. */
async function byOwnId({ log }: AuditedSystem, noun: Noun, { value, companyId }: Search) {
  const id = value.toLowerCase()
  if (!/^[0-9a-f]{24}$/.test(id)) return []
  const [first] = await log.readStream(ownStream({ noun, id }), { maxCount: 1 })
  const owner = first?.metadata['companyId']
  if (typeof owner !== 'string' || (companyId !== null && owner !== companyId)) return []
  return [{ noun, id, companyId: owner, matched: 'id' }]
}

async function byWhatItSays(
  { pool, vault }: AuditedSystem,
  noun: Noun,
  { value, companyId }: Search,
): Promise<readonly Found[]> {
  const { table, id = 'id', columns, hasSerial = false, hasPerson = false } = sources[noun]
  const given = noun === 'kmts-verification' ? normalisedCode(value) : value
  const persons = hasPerson && isIdentityNumber(value) ? await pseudonyms(pool, vault, value) : []
  const numbers = hasSerial ? serialNumbers(value) : []
  const conditions = [
    ...Object.entries(columns).map(([column, word]) => ({ word, is: `${column} in ($1, $6)` })),
    ...(hasSerial
      ? [
          {
            word: 'serial and number',
            is: '(serial, number) in (select * from unnest($3::text[], $4::text[]))',
          },
        ]
      : []),
    ...(persons.length === 0 ? [] : [{ word: 'person', is: 'person_ref = any($5::text[])' }]),
  ]
  const matched = conditions.map(({ word, is }) => `when ${is} then '${word}'`).join(' ')
  const text = `
    select company_id, ${id} as id, case ${matched} end as matched
    from read_model.${table}
    where ($2::text is null or company_id = $2)
      and (${conditions.map(({ is }) => is).join(' or ')})
      and ($3::text[] is not null and $4::text[] is not null and $5::text[] is not null)
    order by company_id, id limit ${MOST_FOUND}`
  const values = [
    given,
    companyId,
    numbers.map(({ serial }) => serial),
    numbers.map(({ number }) => number),
    persons,
    given.toLowerCase(),
  ]
  const { rows } = await pool.query<{ company_id: string; id: string; matched: string }>(
    text,
    values,
  )
  return rows.map((row) => ({
    noun,
    id: row.id,
    companyId: row.company_id,
    matched: row.matched,
  }))
}

const isIdentityNumber = (value: string) => /^[0-9]{10,11}$|^[A-Z0-9]{6,20}$/i.test(value)

/** As each company calls that person: also of those who have been forgotten since. */
async function pseudonyms(pool: pg.Pool, vault: AuditedSystem['vault'], idNo: string) {
  const { rows } = await pool.query<{ company_id: string }>(
    'select company_id from read_model.company',
  )
  return rows.map(({ company_id: companyId }) => vault.pseudonym('person', companyId, idNo))
}
