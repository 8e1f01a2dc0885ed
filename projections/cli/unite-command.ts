import { CommandError, command } from '#kernel/platform/cli/command.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import { openClient } from '#projections/runtime/rebuild/with-writer-blocked.ts'
import { versionsIn } from '#projections/runtime/schema.ts'
import { unite } from '#projections/runtime/shards/unite.ts'
import { type ProjectionSystem, withSystem } from './system.ts'

const WITHIN_MS = 60_000

export const uniteCommand = command(
  'unite',
  (declared) =>
    declared.description(
      'Unites all shards into one; first set PROJECTION_SHARDS to 1 in every process. Waits for a moment without new events.',
    ),
  async (_, { environment, stdout }) => {
    await withSystem(environment, uniteIn)
    stdout.write(jsonLine({ name: readModels.name, shards: 1 }))
    return 0
  },
)

async function uniteIn(system: ProjectionSystem) {
  const { name } = readModels
  const client = await openClient(system)
  try {
    if ((await versionsIn(client, name)).length === 0) {
      throw new CommandError('There are no tables yet: the projections create them.')
    }
    const stop = AbortSignal.timeout(WITHIN_MS)
    if (await unite(client, { schema: name, projection: name, stop })) return
    throw new CommandError(
      `New events kept arriving for ${WITHIN_MS / 1_000} s: try again at a quieter time.`,
    )
  } finally {
    await client.end()
  }
}
