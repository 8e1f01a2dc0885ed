import type { Pool } from 'pg'
import type { RecordedEvent } from '../recorded-event.ts'
import { textArray } from './binary-array.ts'
import {
  type EventRow,
  type LogRange,
  MAX_PAGE_BYTES,
  type Prefixes,
  recordedEvent,
} from './pages.ts'

/** The number of events that one query examines; few of them may match. */
const MAX_LOOKED_AT = 2048

/** An event that a search returns: a match, or an event whose position is needed. */
export interface Sighting {
  /** The number of events examined so far, including this one. */
  readonly number: number
  readonly position: bigint
  /** Undefined if it does not match. */
  readonly event: RecordedEvent | undefined
}

/** The events that a search returns even if they do not match, by their number within an interval. */
export interface Marks {
  readonly turn: number
  /** Events of the interval that were examined before this search. */
  readonly before: number
  readonly numbers: readonly number[]
}

export interface LogSearch extends LogRange {
  readonly prefixes: Prefixes
  readonly marks?: Marks | undefined
}

/** The last sighting is the end of the search; there is none if there were no events to examine. */
export async function searchForwards(pool: Pool, search: LogSearch): Promise<Sighting[]> {
  const isInclusive = search.isInclusive === true
  const { turn = null, before = null, numbers = null } = search.marks ?? {}
  return sightings(pool, {
    name: isInclusive ? 'search-from' : 'search-after',
    text: searchOf(`position ${isInclusive ? '>=' : '>'} $1 and position <= $2`),
    values: [
      search.after,
      search.upTo,
      search.limit,
      ...patternArrays(search.prefixes),
      turn,
      before,
      numbers,
    ],
  })
}

const patternArrays = ({ streamPrefixes, typePrefixes }: Prefixes) =>
  [streamPrefixes, typePrefixes].map((prefixes) =>
    prefixes === undefined ? null : textArray(prefixes.map(patternOf)),
  )

/** A page compares thousands of names, and PostgreSQL finds a pattern three times as fast as a prefix. */
const patternOf = (prefix: string) => `${prefix.replaceAll(/[\\%_]/g, '\\$&')}%`

/** Numbers events before it filters them, so that events left out count too. */
const searchOf = (condition: string) => `
  select number, position, matches, stream, revision, id, type, content_type, created,
    case when matches then data end as data, case when matches then metadata end as metadata
  from (
    select counted.*, sum(case when matches then octet_length(data) + octet_length(metadata) end)
      over (order by position rows between unbounded preceding and 1 preceding) as bytes_before
    from (
      select * from (
        select numbered.*, ($4::text[] is null or stream like any ($4))
          and ($5::text[] is null or type like any ($5)) as matches
        from (
          select looked_at.*, row_number() over (order by position) as number,
            lead(position) over (order by position) is null as is_last
          from (
            select * from event_store.events where ${condition}
            order by position limit ${MAX_LOOKED_AT}
          ) as looked_at
        ) as numbered
      ) as compared
      where matches or is_last
        or coalesce((number + $7::int8) % $6::int8 = any ($8::int8[]), false)
      order by position limit $3
    ) as counted
  ) as page
  where coalesce(bytes_before, 0) < ${MAX_PAGE_BYTES}
  order by position`

interface SightingRow extends EventRow {
  readonly number: string
  readonly matches: boolean
}

async function sightings(
  pool: Pool,
  query: { readonly name: string; readonly text: string; readonly values: unknown[] },
): Promise<Sighting[]> {
  const { rows } = await pool.query<SightingRow>(query)
  return rows.map((row) => ({
    number: Number(row.number),
    position: BigInt(row.position),
    event: row.matches ? recordedEvent(row) : undefined,
  }))
}
