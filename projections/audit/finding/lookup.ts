import type { QueryConfig } from 'pg'
import type { SerialNumber } from './serial-numbers.ts'
import type { Source } from './sources.ts'

/** Of each noun; there may be more. */
export const MOST_FOUND = 1_000

/** What a value may mean in a table, and in whose rows it is looked for. */
export interface Lookup {
  readonly companies: readonly string[]
  /** The ways in which the value may have been written. */
  readonly spellings: readonly string[]
  readonly numbers: readonly SerialNumber[]
  /** What the companies call the person that it may be the number of. */
  readonly persons: readonly string[]
}

export interface FoundRow {
  readonly company_id: string
  readonly id: string
  readonly matched: string
}

/** The rows that the value stands in. Each way to look for it has an index of its own to go by. */
export function lookupIn(source: Source, { companies, ...asked }: Lookup): QueryConfig {
  const { table, id = 'id', columns, hasSerial = false, hasPerson = false } = source
  const values: (readonly string[])[] = [companies]
  const list = (items: readonly string[]) => `$${values.push(items)}::text[]`
  const { spellings, numbers, persons } = asked
  const ways = Object.entries(columns).map(([column, word]) => ({
    word,
    is: `${column} = any(${list(spellings)})`,
  }))
  if (hasSerial && numbers.length > 0) {
    const serials = list(numbers.map(({ serial }) => serial))
    const pairs = `${serials}, ${list(numbers.map(({ number }) => number))}`
    const is = `(serial, number) in (select * from unnest(${pairs}))`
    ways.push({ word: 'serial and number', is })
  }
  // Of whom nothing is forgotten the number itself stands there.
  if (hasPerson && persons.length > 0) {
    ways.push({ word: 'person', is: `id_no is null and person_ref = any(${list(persons)})` })
  }
  const selects = ways.map(
    ({ word, is }, rank) => `
      select company_id, ${id} as id, ${rank} as rank, '${word}' as matched
      from read_model.${table} where company_id = any($1::text[]) and ${is}`,
  )
  const text = `
    select distinct on (company_id, id) company_id, id, matched
    from (${selects.join(' union all ')}) as found
    order by company_id, id, rank limit ${MOST_FOUND}`
  return { text, values }
}
