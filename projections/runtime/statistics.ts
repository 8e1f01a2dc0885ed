import type pg from 'pg'

/** What PostgreSQL knows of the tables, and makes its plans by. */
export interface Statistics {
  /** To be called after each batch with the tables that it has changed. */
  readonly keepUp: (changed: readonly string[]) => Promise<void>
}

/** Tables that have been filled before are looked after by the database itself. */
export const databaseKeepsUp: Statistics = { keepUp: async () => undefined }

const GROWTH = 8

/**
 * Of an empty table PostgreSQL knows nothing: any index that begins with the company is as good to it
 * as the key, and by that plan it reads all of a company's rows for each row that is loaded. By itself
 * it looks again after a minute. So a table that grows from nothing is analyzed after 1, 8, 64 … batches,
 * upon which the plans are made anew.
 */
export function statisticsOf(client: pg.ClientBase, schema: string): Statistics {
  const batches = new Map<string, number>()
  const nextAt = new Map<string, number>()
  return {
    async keepUp(changed) {
      for (const table of changed) {
        const count = (batches.get(table) ?? 0) + 1
        batches.set(table, count)
        const next = nextAt.get(table) ?? 1
        if (count < next) continue
        await client.query(`analyze ${schema}.${table}`).then(
          () => nextAt.set(table, next * GROWTH),
          // Plans suffer, rows do not: they are committed. A lost connection shows by itself.
          () => undefined,
        )
      }
    },
  }
}
