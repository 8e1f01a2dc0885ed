import type { ClientBase } from 'pg'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { transactionOn } from '#kernel/platform/database/transaction.ts'
import { type KeepingTable, keepingTables } from './keeping-tables.ts'
import type { KeptEventPosition, KeptPlace } from './kept-positions.ts'
import type { Translated, TranslatedPlace, Translation } from './translation.ts'

/** Writes all positions or none. Refuses if a row has changed meanwhile. */
export const writeTranslation = (
  client: ClientBase,
  { places, events }: Translation,
): Promise<void> =>
  transactionOn(client, async () => {
    for (const table of await keepingTables(client)) {
      if (table.kind === 'forgotten') await client.query(`delete from ${table.name}`)
      await writePlaces(client, table, places)
      await writeEvents(client, table, events)
    }
  })

async function writePlaces(
  client: ClientBase,
  { name, key }: KeepingTable,
  translated: readonly TranslatedPlace[],
): Promise<void> {
  const places = translated.filter(({ kept }) => kept.table.name === name)
  if (places.length === 0) return
  const { rowCount } = await client.query(
    `update ${name} as kept set position = place.position, last_event = place.last_event
     from unnest($1::text[], $2::bigint[], $3::bigint[], $4::jsonb[])
       as place (key, was, position, last_event)
     where kept.${key}::text = place.key and kept.position = place.was`,
    [...columnsOf(places), places.map(({ lastEvent }) => lastEvent && JSON.stringify(lastEvent))],
  )
  if (rowCount !== places.length) throw hasMoved(name)
}

/** In two steps, because two rows may exchange their positions, and a position may be a key. */
async function writeEvents(
  client: ClientBase,
  { name, key }: KeepingTable,
  translated: readonly Translated<KeptEventPosition>[],
): Promise<void> {
  const events = translated.filter(({ kept }) => kept.table.name === name)
  if (events.length === 0) return
  const { rowCount } = await client.query(
    `update ${name} as kept set position = -event.position
     from unnest($1::text[], $2::bigint[], $3::bigint[]) as event (key, was, position)
     where kept.${key}::text = event.key and kept.position = event.was`,
    columnsOf(events),
  )
  if (rowCount !== events.length) throw hasMoved(name)
  await client.query(`update ${name} set position = -position where position < 0`)
}

const columnsOf = (rows: readonly Translated<KeptPlace | KeptEventPosition>[]) => [
  rows.map(({ kept }) => kept.key),
  rows.map(({ kept }) => kept.position.toString()),
  rows.map(({ position }) => position.toString()),
]

const hasMoved = (table: string) =>
  new CommandError(`${table} has changed meanwhile: a system is running. Nothing was translated.`)
