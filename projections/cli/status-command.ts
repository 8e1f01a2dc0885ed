import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { command } from '#kernel/platform/cli/command.ts'
import { feedStatus } from '#kernel/platform/cli/feed-status.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { schemasOf } from '#kernel/records/schemas.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import { eventsBetween } from '#projections/runtime/lag.ts'
import { checkpointIn, isLocked } from '#projections/runtime/leadership.ts'
import { parkedIn } from '#projections/runtime/parking/parked-in.ts'
import { openClient } from '#projections/runtime/rebuild/with-writer-blocked.ts'
import { otherProjectorsIn, versionsIn } from '#projections/runtime/schema.ts'
import { servedTables } from '#projections/runtime/served-tables.ts'
import { type ProjectionSystem, withSystem } from './system.ts'

const RATE_SAMPLE_MS = 500

export const statusCommand = command(
  'status',
  (declared) =>
    declared.description('Prints the state of each projection, as one JSON object per line.'),
  async (_, { environment, stdout }) => {
    const status = await withSystem(environment, statusOf)
    stdout.write(jsonLine(status))
    const feed = await feedStatus(environment)
    if (feed !== undefined) stdout.write(jsonLine(feed))
    return 0
  },
)

async function statusOf(system: ProjectionSystem) {
  const { serving, next, previous } = schemasOf(readModels.name)
  const client = await openClient(system)
  try {
    const others = {
      next: await unservedIn(client, next),
      previous: await unservedIn(client, previous),
    }
    const served = await servedTables({ ...system, client })
    if (served.state === 'notBuilt') return { ...served, rate: 0, ...others }
    const { parked, ...stands } = served
    const isUnknown = stands.lagEvents === null
    const rate = isUnknown ? 0 : await rateIn(system, client, serving)
    return { ...stands, rate, schema: serving, parked, ...others }
  } finally {
    await client.end()
  }
}

/** The present rate, in events per second. */
async function rateIn(
  { eventStore }: ProjectionSystem,
  client: Client,
  schema: string,
): Promise<number> {
  const [before, startedAt] = [await checkpointIn(client, schema), performance.now()]
  await pause(RATE_SAMPLE_MS)
  const seconds = (performance.now() - startedAt) / 1_000
  const after = await checkpointIn(client, schema)
  const { events } = await eventsBetween(eventStore, [before.position, after.position])
  return Math.round(events / seconds)
}

/** A schema that is not served; null if there is none. */
async function unservedIn(client: Client, schema: string) {
  const versions = await versionsIn(client, schema)
  if (versions.length === 0) return null
  const position = Number((await checkpointIn(client, schema)).position)
  const parked = await parkedIn(client, schema)
  const isInHand = await isLocked(client, schema)
  const otherProjectors = await otherProjectorsIn(client, schema, readModels)
  return { schema, version: versions.join('+'), otherProjectors, position, isInHand, parked }
}
