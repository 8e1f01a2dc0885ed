import type pg from 'pg'

/** Keeps PostgreSQL's planner statistics of the tables up to date. */
export interface Statistics {
  /** To be called after each batch with the tables that it changed. */
  readonly keepUp: (changed: readonly string[]) => Promise<void>
}

/** For tables that have been filled before: autovacuum is enough. */
export const autovacuumKeepsUp: Statistics = { keepUp: async () => undefined }

const GROWTH = 8

/**
 * PostgreSQL has no statistics of an empty table. It takes any index that begins with the company for as
 * good as the key, and then reads all of a company's rows for each row that is loaded. Autovacuum comes
 * after a minute. A table that grows from nothing is therefore analyzed after 1, 8, 64 … batches, and
 * new plans follow.
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
          // The rows are committed already; a lost connection shows elsewhere.
          () => undefined,
        )
      }
    },
  }
}
