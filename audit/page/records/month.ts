import type pg from 'pg'
import { type Noun, recordOf } from '#audit/nouns.ts'
import { dateColumnOf, type HeadlineRow, type Listed, selectOf } from './headlines.ts'

/** A page of the records of a noun in a month. */
export interface Month {
  readonly companyId: string
  readonly noun: Exclude<Noun, 'company'>
  /** `YYYY-MM`. */
  readonly month: string
  readonly timeZone: string
  /** What the page follows or precedes; without it, the first page. */
  readonly place?: MonthPlace | undefined
}

/** Between two pages: the moment and the id of the record at the edge of one. */
export interface MonthPlace {
  readonly side: 'behind' | 'before'
  /** Microseconds since 1970. */
  readonly at: string
  readonly id: string
}

export interface MonthPage {
  /** The newest first. */
  readonly records: readonly Listed[]
  readonly previous: MonthPlace | undefined
  readonly next: MonthPlace | undefined
}

const LISTED_ON_A_PAGE = 50

const micros = (instant: string) => `(extract(epoch from ${instant}) * 1000000)::bigint`

type Row = HeadlineRow & { readonly place: string }

/** Also what lists do not show. A page takes as long wherever it is in the month. */
export async function recordsOfMonth(pool: pg.Pool, asked: Month): Promise<MonthPage> {
  const { text, values } = monthQuery(asked)
  const { rows } = await pool.query<Row>(text, values)
  const isMore = rows.length > LISTED_ON_A_PAGE
  const isBack = asked.place?.side === 'before'
  // A page that would have fewer records because the month begins there is its first page.
  if (isBack && !isMore) return recordsOfMonth(pool, { ...asked, place: undefined })
  const inOrder = rows.slice(0, LISTED_ON_A_PAGE)
  const shown = isBack ? inOrder.toReversed() : inOrder
  const [first, last] = [shown[0], shown.at(-1)]
  return {
    records: shown.map((row) => ({ noun: asked.noun, id: row.id, headline: row })),
    previous: asked.place && first && { side: 'before', at: first.place, id: first.id },
    next: (isMore || isBack) && last ? { side: 'behind', at: last.place, id: last.id } : undefined,
  }
}

/**
 * The statement of a page. Indexes have the rows that lists show apart from those that they do not: each
 * gives a page, and both are merged.
 */
export function monthQuery({ companyId, noun, month, timeZone, place }: Month) {
  const { column, isInMicroseconds } = dateColumnOf(noun)
  const start = `($2 || '-01')::timestamp`
  const bound = (local: string) =>
    isInMicroseconds ? micros(`(${local}) at time zone $3`) : `(${local}) at time zone $3`
  const at = isInMicroseconds
    ? '$4::bigint'
    : `'epoch'::timestamptz + $4 * interval '1 microsecond'`
  const [order, beyond] = place?.side === 'before' ? ['asc', '>'] : ['desc', '<']
  const conditions = [
    `${column} >= ${bound(start)}`,
    `${column} < ${bound(`${start} + interval '1 month'`)}`,
    ...(place === undefined ? [] : [`(${column}, id) ${beyond} (${at}, $5)`]),
  ]
  const { shown } = recordOf(noun)
  const parts = shown === undefined ? [[]] : [[`(${shown})`], [`not (${shown})`]]
  const dated = `${column} as dated, ${isInMicroseconds ? column : micros(column)}::text as place`
  const first = `order by dated ${order}, id ${order} limit ${LISTED_ON_A_PAGE + 1}`
  const branches = parts.map(
    (part) => `(${[selectOf(noun, dated), ...part, ...conditions].join(' and ')} ${first})`,
  )
  return {
    text: `select * from (${branches.join(' union all ')}) as listed ${first}`,
    values: [companyId, month, timeZone, ...(place === undefined ? [] : [place.at, place.id])],
  }
}
