import { type Client, types } from 'pg'
import type { ReadDatabase } from '#projections/database.ts'

/** Reads the scratch tables; moments are dates, as the query service reads them. */
export interface Rows {
  /** Rows of a table that a condition holds for. */
  readonly of: <Table extends keyof ReadDatabase>(
    table: Table,
    condition: string,
    values: readonly (string | null)[],
  ) => Promise<readonly ReadDatabase[Table][]>
}

export const rowsIn = (client: Client): Rows => ({
  of: async <Table extends keyof ReadDatabase>(
    table: Table,
    condition: string,
    values: readonly (string | null)[],
  ) => {
    const text = `select * from pg_temp.${table} where ${condition}`
    const order = { text, values: [...values], types }
    const { rows } = await client.query<ReadDatabase[Table]>(order)
    return rows
  },
})
