import { command } from '#kernel/platform/cli/command.ts'
import { withSystem } from '#kernel/platform/cli/connections.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { documentKinds } from './kinds.ts'
import { operatorDependencies } from './operator-dependencies.ts'
import { providerSettings } from './settings.ts'

export const stuckCommand = command(
  'stuck',
  (declared) =>
    declared.description(
      'Lists documents of unknown outcome, and streams that were deleted or cut in the event store, one JSON object a line.',
    ),
  (_, { environment, stdout }) => {
    const address = findSystem(environment, 'command')
    const settings = providerSettings(environment, address)
    return withSystem(address, async (system) => {
      for (const stream of await damagedStreams(system.eventStore)) stdout.write(jsonLine(stream))
      const dependencies = await operatorDependencies(system, settings)
      for (const { stuck } of documentKinds) {
        for await (const document of stuck(dependencies)) stdout.write(jsonLine(document))
      }
      return 0
    })
  },
)

/** A stream of ours that an administrator of the event store deleted, cut or tombstoned. */
interface DamagedStreamLine {
  readonly id: string
  readonly kind: 'stream'
  /** Null if nothing of it is left in the log: then it may have been another program's. */
  readonly companyId: string | null
  readonly state: 'damaged'
  readonly problem: string
}

/** Records that nothing can be decided on until somebody has mended their streams. */
async function damagedStreams({
  damagedStreams: find,
}: Pick<EventStore, 'damagedStreams'>): Promise<readonly DamagedStreamLine[]> {
  const damages = await find()
  return damages.map(({ stream, companyId = null, problem }) => ({
    id: stream,
    kind: 'stream',
    companyId,
    state: 'damaged',
    problem,
  }))
}
