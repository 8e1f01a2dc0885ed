import { type Client, types } from 'pg'
import type { ReadDatabase } from '#projections/database.ts'

/** Reads the scratch tables; instants are `Date`s, as in the query service. */
export interface Rows {
  /** The rows of a table that match a condition. */
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
