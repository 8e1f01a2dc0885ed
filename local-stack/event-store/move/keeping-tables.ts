import type { ClientBase } from 'pg'
import { CommandError } from '#kernel/platform/cli/command.ts'

/** A table with positions of the log. */
export interface KeepingTable {
  readonly name: string
  /**
   * `place`: the place of a consumer, with its last event. `event`: the position of an event that the
   * row names. `forgotten`: the status of a running system, which it writes again after the move.
   */
  readonly kind: 'place' | 'event' | 'forgotten'
  /** The column that identifies a row. */
  readonly key: string
  /** The SQL expression for the id of the event that a row names. */
  readonly eventId?: string
}

/** All tables with positions, in each version of the read models, except the log itself. */
export async function keepingTables(client: ClientBase): Promise<readonly KeepingTable[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.columns
     where column_name = 'position'
       and table_schema not in ('event_store', 'information_schema', 'pg_catalog')
     order by schema, name`,
  )
  return rows.map(keepingTable)
}

function keepingTable({ schema, name }: { schema: string; name: string }): KeepingTable {
  const description = known[`${schema}.${name}`] ?? known[name]
  if (description !== undefined) return { name: `${schema}.${name}`, ...description }
  throw new CommandError(`${schema}.${name} keeps positions that the move cannot translate.`)
}

/** Tables without a schema are in every version of the read models. */
const known: Readonly<Record<string, Omit<KeepingTable, 'name'>>> = {
  checkpoint: { kind: 'place', key: 'name' },
  parked_event: { kind: 'event', key: 'event_id', eventId: 'event_id' },
  'command.process_state': { kind: 'place', key: 'name' },
  'command.follower': { kind: 'forgotten', key: 'name' },
  'webhooks.place': { kind: 'place', key: 'name' },
  'webhooks.delivery': { kind: 'event', key: 'webhook_id', eventId: 'webhook_id' },
  'webhooks.replay': { kind: 'place', key: 'id' },
  // A block of the chain lists the ids of its events, 16 bytes each.
  'vault.log_chain': {
    kind: 'event',
    key: 'after',
    eventId: `encode(substring(event_ids from length(event_ids) - 15), 'hex')::uuid::text`,
  },
}
