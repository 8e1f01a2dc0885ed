/** The table that says up to where the tables of its schema show the log: one row for each shard. */
export const CHECKPOINT = 'checkpoint'

/** Every shard's checkpoint in that schema. */
export const selectCheckpoints = (schema: string) =>
  `select name, position::text, last_event from ${schema}.${CHECKPOINT}`
