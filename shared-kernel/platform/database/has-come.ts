import { type RawBuilder, sql } from 'kysely'

/** Whether the moment of a fact is not to come, by the database's clock: until then it does not count. */
export const hasCome = (column: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} <= now()`
