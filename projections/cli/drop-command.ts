import { type Command, CommandError, WrongUsage } from '#kernel/platform/cli/command.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { CannotRebuild } from '#projections/runtime/rebuild/cannot-rebuild.ts'
import { dropBeside } from '#projections/runtime/rebuild/drop.ts'
import { PROJECTION } from '#projections/runtime/rebuild/schemas.ts'
import { withSystem } from './system.ts'

const NEXT = '--next'

export const dropCommand: Command = {
  parameters: `[${NEXT}]`,
  does: [
    'Drops the tables that were served before the last switch: there is no way back then.',
    `${NEXT} drops what a rebuild has left that nobody will go on with.`,
  ].join('\n      '),
  run: async (parameters, { environment, stdout }) => {
    if (parameters.some((parameter) => parameter !== NEXT)) throw new WrongUsage()
    const which = parameters.includes(NEXT) ? 'next' : 'previous'
    try {
      const dropped = await withSystem(findSystem(environment), (system) =>
        dropBeside(system, PROJECTION, which),
      )
      stdout.write(`${JSON.stringify({ name: PROJECTION, dropped })}\n`)
      return 0
    } catch (error) {
      if (error instanceof CannotRebuild) throw new CommandError(error.message, { cause: error })
      throw error
    }
  },
}
