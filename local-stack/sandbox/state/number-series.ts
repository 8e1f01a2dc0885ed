import type { DatabaseSync } from 'node:sqlite'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'

const HIGHEST = 999_999_999

const row = Compile(Type.Object({ last: Type.Integer({ minimum: 1, maximum: HIGHEST }) }))

export interface Series {
  /** The tax number of whoever issues. */
  readonly company: string
  readonly prefix: string
  readonly year: string
}

export interface NumberSeries {
  /** The next number of the series; within a transaction that fails it is not taken. */
  next(series: Series): string
}

export function numberSeriesIn(database: DatabaseSync): NumberSeries {
  const take = database.prepare(
    `insert into number_series (company, prefix, year, last) values (?, ?, ?, 1)
     on conflict (company, prefix, year) do update set last = last + 1 returning last`,
  )
  return {
    next: ({ company, prefix, year }) => {
      const { last } = row.Parse(take.get(company, prefix, year))
      return `${prefix}${year}${String(last).padStart(9, '0')}`
    },
  }
}
