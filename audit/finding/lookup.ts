import type { QueryConfig } from 'pg'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import { NORMAL_NUMBER } from '#kernel/records/kept-items.ts'
import { READ_MODEL } from '#kernel/records/read-model.ts'
import type { SerialNumber } from './serial-numbers.ts'
import type { SearchedTable } from './sources.ts'

/** The limit for each noun; there may be more. */
export const MOST_FOUND = 1_000

/** The possible meanings of a value in a table, and the companies to search. */
export interface Lookup {
  readonly companies: readonly string[]
  /** The possible spellings of the value. */
  readonly spellings: readonly string[]
  readonly numbers: readonly SerialNumber[]
  /** The pseudonyms of the person whose number it may be. */
  readonly persons: readonly string[]
  /** The folded name that it may be. */
  readonly name?: string | undefined
  /** The phone or IBAN that it may be, without blanks. */
  readonly contacts?: readonly string[]
}

export interface FoundRow {
  readonly company_id: string
  readonly id: string
  readonly matched: string
}

/** The rows that contain the value. Each way to search uses an index of its own. */
export function lookupIn(source: SearchedTable, { companies, ...asked }: Lookup): QueryConfig {
  const { table, id = 'id', columns, hasSerial = false, hasPerson = false } = source
  const values: (readonly string[])[] = [companies]
  const list = (items: readonly string[]) => `$${values.push(items)}::text[]`
  const { spellings, numbers, persons, name, contacts = [] } = asked
  const ways = Object.entries(columns).map(([column, word]) => ({
    word,
    is: `${column} = any(${list(column === NORMAL_NUMBER ? spellings.map(normalNumber) : spellings)})`,
  }))
  if (hasSerial && numbers.length > 0) {
    const serials = list(numbers.map(({ serial }) => serial))
    const pairs = `${serials}, ${list(numbers.map(({ number }) => number))}`
    const is = `(serial, number) in (select * from unnest(${pairs}))`
    ways.push({ word: 'serial and number', is })
  }
  // Only the rows of forgotten people lack the number itself.
  if (hasPerson && persons.length > 0) {
    ways.push({ word: 'person', is: `id_no is null and person_ref = any(${list(persons)})` })
  }
  if (source.name !== undefined && name !== undefined) {
    const { column, among } = source.name
    // The hash has an index, the text itself may be too long for one.
    const given = `(${list([name])})[1]`
    const is = `md5(${column})::uuid = md5(${given})::uuid and ${column} = ${given}`
    ways.push({ word: 'name', is: `${is} and (${among})` })
  }
  if (source.hasContacts === true && contacts.length > 0) {
    const given = list(contacts)
    ways.push({ word: 'phone', is: `(phone = any(${given}) or phone2 = any(${given}))` })
    ways.push({ word: 'iban', is: `ibans && ${given}` })
  }
  const selects = ways.map(
    ({ word, is }, rank) => `
      select company_id, ${id} as id, ${rank} as rank, '${word}' as matched
      from ${READ_MODEL}.${table} where company_id = any($1::text[]) and ${is}`,
  )
  const text = `
    select distinct on (company_id, id) company_id, id, matched
    from (${selects.join(' union all ')}) as found
    order by company_id, id, rank limit ${MOST_FOUND}`
  return { text, values }
}
