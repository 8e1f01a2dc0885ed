import type { ClientBase } from 'pg'
import type { KeptEvent } from '#kernel/platform/event-store/kept-place.ts'
import { type KeepingTable, keepingTables } from './keeping-tables.ts'

/** The place of a consumer of the log. */
export interface KeptPlace {
  readonly table: KeepingTable
  readonly key: string
  readonly position: bigint
  /** The event that identifies the log. */
  readonly lastEvent: KeptEvent | null
}

/** The position of an event that a row names. */
export interface KeptEventPosition {
  readonly table: KeepingTable
  readonly key: string
  readonly position: bigint
  readonly eventId: string
}

export interface KeptPositions {
  readonly places: readonly KeptPlace[]
  readonly events: readonly KeptEventPosition[]
}

/** Reads every position of the log from the database. */
export async function readKeptPositions(client: ClientBase): Promise<KeptPositions> {
  const places: KeptPlace[] = []
  const events: KeptEventPosition[] = []
  for (const table of await keepingTables(client)) {
    if (table.kind === 'place') places.push(...(await placesIn(client, table)))
    if (table.kind === 'event') events.push(...(await eventsIn(client, table)))
  }
  return { places, events }
}

async function placesIn(client: ClientBase, table: KeepingTable): Promise<readonly KeptPlace[]> {
  const { rows } = await client.query<{ key: string; position: string; event: KeptEvent | null }>(
    `select ${table.key}::text as key, position::text, last_event as event from ${table.name}`,
  )
  return rows.map(({ key, position, event }) => ({
    table,
    key,
    position: BigInt(position),
    lastEvent: event,
  }))
}

async function eventsIn(client: ClientBase, table: KeepingTable) {
  const { rows } = await client.query<{ key: string; position: string; event_id: string }>(
    `select ${table.key}::text as key, position::text, ${table.eventId} as event_id
     from ${table.name}`,
  )
  return rows.map(({ key, position, event_id: eventId }) => ({
    table,
    key,
    position: BigInt(position),
    eventId,
  }))
}
