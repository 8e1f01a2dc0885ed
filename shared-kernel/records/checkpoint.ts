/** The table that says up to where the tables of its schema show the log. */
export const CHECKPOINT = 'checkpoint'

export const selectCheckpoint = (schema: string) =>
  `select position::text, last_event from ${schema}.${CHECKPOINT}`
