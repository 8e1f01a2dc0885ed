import { createHash } from 'node:crypto'
import { Map as Kept } from 'immutable'
import type { EventStore, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { asFolded } from '#test/support/read-model-fold/as-folded.ts'
import { decodedLog } from '#test/support/read-model-fold/decoded-log.ts'
import { foldOf } from '#test/support/read-model-fold/fold.ts'
import { differencesBetween } from '#test/support/read-model-fold.ts'
import { digestOf as digestOfLog } from '../world/log.ts'
import { type Row, type Rows, rowsOf, type State } from './database/state.ts'

const SERVING = 'read_model'

/** Whether the tables show the log to its end. */
export function isCaughtUp(state: State, head: StoredEvent['position'] | undefined): boolean {
  const checkpoints = [...rowsOf(state, SERVING, 'checkpoint').values()]
  const wanted = String(head ?? 0n)
  return checkpoints.length > 0 && checkpoints.every(({ position }) => position === wanted)
}

interface Judged {
  readonly state: State
  readonly eventStore: EventStore
  readonly vault: Vault
}

/** Where the tables are not what a fold of the log gives, one event after the other. */
export async function faultsInTables({ state, eventStore, vault }: Judged) {
  const expected = foldOf(await decodedLog(eventStore, vault))
  return Object.entries(expected).flatMap(([table, rows]) =>
    differencesBetween(rows, foldedRows(table, rowsOf(state, SERVING, table))).map(
      (difference) => `${table} ${difference}`,
    ),
  )
}

const foldedRows = (table: string, rows: Rows): ReadonlyMap<string, Row> =>
  new Map([...rows].map(([key, row]) => [key, asFolded(table, row)]))

/** Equal for equal tables and logs. */
export function digestOf(state: State, events: readonly StoredEvent[]): string {
  const hash = createHash('sha256').update(digestOfLog(events))
  const tables = state.get(SERVING) ?? Kept<string, Rows>()
  for (const table of [...tables.keys()].toSorted()) {
    const rows = tables.get(table) ?? Kept<string, Row>()
    for (const key of [...rows.keys()].toSorted())
      hash.update(JSON.stringify([table, rows.get(key)]))
  }
  return hash.digest('hex')
}
