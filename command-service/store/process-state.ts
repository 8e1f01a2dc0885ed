import type pg from 'pg'

export interface ProcessState {
  /** Position in the log up to which the state holds. */
  readonly position: bigint
  readonly state: unknown
}

/** Where processes of the command service are; what is lost here is read from the log again. */
export type ProcessStates = Awaited<ReturnType<typeof processStates>>

export async function processStates(pool: pg.Pool) {
  await pool.query(`
    do $$ begin
      perform pg_advisory_xact_lock(hashtext('sarraf.command'));
      create schema if not exists command;
      create table if not exists command.process_state (
        name text primary key,
        position bigint not null,
        state jsonb not null
      );
    end $$`)
  return {
    async load(name: string): Promise<ProcessState | undefined> {
      const { rows } = await pool.query<{ position: string; state: unknown }>(
        'select position, state from command.process_state where name = $1',
        [name],
      )
      const [row] = rows
      return row === undefined ? undefined : { position: BigInt(row.position), state: row.state }
    },

    async save(name: string, { position, state }: ProcessState): Promise<void> {
      await pool.query(
        `insert into command.process_state (name, position, state) values ($1, $2, $3)
         on conflict (name) do update set position = excluded.position, state = excluded.state`,
        [name, position.toString(), JSON.stringify(state)],
      )
    },
  }
}
