import { type Client, types } from 'pg'
import type { DetailRow, RecordOf, Sections } from '#kernel/records/record.ts'
import type { ReadDatabase } from '#projections/database.ts'

/** Reads the scratch tables; instants are `Date`s, as in the query service. */
export interface Rows {
  /** The rows of a table that match a condition. */
  readonly of: <Table extends keyof ReadDatabase>(
    table: Table,
    condition: string,
    values: readonly (string | null)[],
  ) => Promise<readonly ReadDatabase[Table][]>
  /** One record, if the API shows it. */
  readonly find: <S extends Sections, C extends object>(
    record: RecordOf<S, C>,
    id: string,
  ) => Promise<DetailRow<S> | undefined>
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
  find: async <S extends Sections, C extends object>(
    { name, shown = 'true' }: RecordOf<S, C>,
    id: string,
  ) => {
    const text = `select * from pg_temp.${name} where id = $1 and ${shown}`
    const { rows } = await client.query<DetailRow<S> & object>({ text, values: [id], types })
    return rows[0]
  },
})
