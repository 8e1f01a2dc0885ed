import type pg from 'pg'
import { makeTables } from '#kernel/platform/database/postgres.ts'
import type { LogPlace } from '#kernel/platform/event-store/event-store.ts'
import {
  lastEventColumn,
  type PlaceColumns,
  placeFromColumns,
} from '#kernel/platform/event-store/kept-place.ts'

export interface ProcessState {
  /** Up to where in the log the state holds. */
  readonly place: LogPlace
  readonly state: unknown
}

export type ProcessStates = Awaited<ReturnType<typeof processStates>>

/** The progress of the command service's processes. If it is lost, they read the log again. */
export async function processStates(pool: pg.Pool) {
  await makeTables(pool, { schema: 'command', definitions: table })
  return {
    /** Undefined if nothing is saved. Creates the row that `save` updates. */
    async load(name: string): Promise<ProcessState | undefined> {
      await pool.query(
        `insert into command.process_state (name, position, state) values ($1, 0, 'null')
         on conflict (name) do nothing`,
        [name],
      )
      const { rows } = await pool.query<PlaceColumns & { state: unknown }>(
        'select position, last_event, state from command.process_state where name = $1',
        [name],
      )
      const [row] = rows
      if (row === undefined || row.state === null) return undefined
      return { place: placeFromColumns(row), state: row.state }
    },

    /** The places that all processes have reached. */
    async places(): Promise<readonly LogPlace[]> {
      const { rows } = await pool.query<PlaceColumns>(
        'select position, last_event from command.process_state',
      )
      return rows.map(placeFromColumns)
    },

    /** A row that an operator has deleted stays deleted; the process reads the log again at its next start. */
    async save(name: string, { place, state }: ProcessState): Promise<void> {
      await pool.query(
        `update command.process_state
         set position = $2, last_event = $3, state = $4 where name = $1`,
        [name, place.position.toString(), lastEventColumn(place), JSON.stringify(state)],
      )
    },
  }
}

const table = `
  create table if not exists command.process_state (
    name text primary key,
    position bigint not null,
    -- by which the log is known again
    last_event jsonb,
    state jsonb not null
  );
`
