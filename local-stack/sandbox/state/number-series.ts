import type { DatabaseSync } from 'node:sqlite'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Document } from './documents.ts'

const COMMON_PREFIX = 'SRF'
const HIGHEST = 999_999_999

const row = Compile(Type.Object({ last: Type.Integer({ minimum: 1, maximum: HIGHEST }) }))

export interface Series {
  readonly kind: Document['kind']
  /** The tax number of the issuer. */
  readonly company: string
  /** Null: the provider's own. */
  readonly prefix: string | null
  readonly year: string
}

export interface NumberSeries {
  /** The next number of the series; a transaction that fails does not take it. */
  next(series: Series): string
}

export function numberSeriesIn(database: DatabaseSync): NumberSeries {
  const take = database.prepare(
    `insert into number_series (kind, company, prefix, year, last) values (?, ?, ?, ?, 1)
     on conflict (kind, company, prefix, year) do update set last = last + 1 returning last`,
  )
  return {
    next: ({ kind, company, prefix: own, year }) => {
      const prefix = own ?? COMMON_PREFIX
      const { last } = row.Parse(take.get(kind, company, prefix, year))
      return `${prefix}${year}${String(last).padStart(9, '0')}`
    },
  }
}
