import type pg from 'pg'
import { makeTables } from '#kernel/platform/postgres.ts'

export interface ProcessState {
  /** Position in the log up to which the state holds. */
  readonly position: bigint
  readonly state: unknown
}

export type ProcessStates = Awaited<ReturnType<typeof processStates>>

/** Where processes of the command service are; what is lost here is read from the log again. */
export async function processStates(pool: pg.Pool) {
  await makeTables(pool, 'command', table)
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

const table = `
  create table if not exists command.process_state (
    name text primary key,
    position bigint not null,
    state jsonb not null
  );
`
