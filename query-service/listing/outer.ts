import { sql } from 'kysely'

/** A column of the query around a lateral subquery. */
export const outer = (column: `${string}.${string}`) => sql.ref<string>(column)
