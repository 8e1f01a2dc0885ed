import { normalisedCode } from '#kernel/domain/kmts-code.ts'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import { personRefsOf } from '#kernel/domain/person-name.ts'
import { fold } from '#kernel/domain/turkish-text.ts'
import type { AuditedSystem, AuditedTables } from '../audited-system.ts'
import { type Noun, nouns, ownStream } from '../nouns.ts'
import { type FoundRow, type Lookup, lookupIn } from './lookup.ts'
import { serialNumbers } from './serial-numbers.ts'
import { sourceOf } from './sources.ts'

/** A record that a value refers to. */
export interface FoundRecord {
  readonly noun: Noun
  readonly id: string
  readonly companyId: string
  /** The API's name of the field with the value. */
  readonly matched: string
}

export interface Search {
  readonly value: string
  /** Null for all companies. */
  readonly companyId: string | null
}

/** The records that a value refers to: an id, or a value printed on a document. */
export async function find(
  system: AuditedSystem,
  search: Search,
  wanted: readonly Noun[] = nouns,
): Promise<readonly FoundRecord[]> {
  const byId = await Promise.all(wanted.map((noun) => byOwnId(system, noun, search)))
  const meanings = await meaningsOf(system, search)
  const byValue = await Promise.all(wanted.map((noun) => byPrintedValue(system, noun, meanings)))
  return [...byId.flat(), ...byValue.flat()]
}

/** Searches the log, because a record may not be in a table yet. */
async function byOwnId({ log }: AuditedSystem, noun: Noun, { value, companyId }: Search) {
  const id = value.toLowerCase()
  if (!/^[0-9a-f]{24}$/.test(id)) return []
  const [first] = await log.readStream(ownStream({ noun, id }), { maxCount: 1 })
  const owner = first?.metadata['companyId']
  if (typeof owner !== 'string' || (companyId !== null && owner !== companyId)) return []
  return [{ noun, id, companyId: owner, matched: 'id' }]
}

async function byPrintedValue(
  { pool }: AuditedSystem,
  noun: Noun,
  { value, ...lookup }: Omit<Lookup, 'spellings'> & Pick<Search, 'value'>,
): Promise<readonly FoundRecord[]> {
  const given = noun === 'kmts-verification' ? normalisedCode(value) : value
  const compact = value.replaceAll(/\s/g, '').toUpperCase()
  const spellings = [...new Set([given, given.toLowerCase(), compact])]
  const query = lookupIn(sourceOf(noun), { ...lookup, spellings })
  const { rows } = await pool.query<FoundRow>(query)
  return rows.map(({ id, company_id: companyId, matched }) => ({ noun, id, companyId, matched }))
}

const isIdentityNumber = (value: string) => /^[A-Z0-9]{6,20}$/.test(normalNumber(value))

/** The pseudonyms of the person in each company, including forgotten people. */
async function meaningsOf({ readModels, vault }: AuditedSystem, { value, companyId }: Search) {
  const companies = companyId === null ? await allCompanies(readModels) : [companyId]
  const persons = isIdentityNumber(value)
    ? companies.flatMap((company) => personRefsOf(vault, company, value))
    : []
  const name = isName(value) ? fold(value) : undefined
  return {
    value,
    companies,
    numbers: serialNumbers(value),
    persons,
    name,
    contacts: contactsIn(value),
  }
}

/** Two words or more: a single one would find nobody, because names are found as a whole. */
const isName = (value: string) => /\p{L}.*\s.*\p{L}/u.test(value)

/** A phone as it is kept, with the code of the country, or an IBAN. */
function contactsIn(value: string): readonly string[] {
  const compact = value.replaceAll(/[\s()+-]/g, '').toUpperCase()
  if (/^[A-Z]{2}\d{2}[A-Z\d]{10,30}$/.test(compact)) return [compact]
  if (!/^\d{10,15}$/.test(compact)) return []
  const local = compact.replace(/^(?:00)?90(?=\d{10}$)|^0(?=\d{10}$)/, '')
  return [...new Set([compact, local, `0${local}`, `90${local}`])]
}

async function allCompanies(readModels: AuditedTables) {
  const rows = await readModels.selectFrom('company').select('company_id').execute()
  return rows.map(({ company_id }) => company_id)
}
