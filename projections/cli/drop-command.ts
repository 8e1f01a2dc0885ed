import { CommandError, command } from '#kernel/platform/cli/command.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import { CannotRebuild } from '#projections/runtime/errors.ts'
import { dropUnserved } from '#projections/runtime/rebuild/drop.ts'
import { withSystem } from './system.ts'

export const dropCommand = command(
  'drop',
  (declared) =>
    declared
      .description(
        'Drops the tables that were served before the last switch; after that, back is impossible.',
      )
      .option('--next', 'drop the unfinished tables of a rebuild instead'),
  async ({ options: { next = false } }, { environment, stdout }) => {
    try {
      const dropped = await withSystem(environment, (system) =>
        dropUnserved(system, readModels.name, next ? 'next' : 'previous'),
      )
      stdout.write(jsonLine({ name: readModels.name, dropped }))
      return 0
    } catch (error) {
      if (error instanceof CannotRebuild) throw new CommandError(error.message, { cause: error })
      throw error
    }
  },
)
