import { command } from '#kernel/platform/cli/command.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { withSystem } from '#kernel/platform/cli/running-system.ts'
import { damagedStreams } from './damaged-streams.ts'
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
