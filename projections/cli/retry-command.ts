import { CommandError, command } from '#kernel/platform/cli/command.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import { isLocked } from '#projections/runtime/leadership.ts'
import { askToRetry } from '#projections/runtime/parking/ask-to-retry.ts'
import { openClient } from '#projections/runtime/rebuild/with-writer-blocked.ts'
import { type ProjectionSystem, withSystem } from './system.ts'

const WITHIN_MS = 60_000

export const retryCommand = command(
  'retry',
  (declared) =>
    declared
      .description(
        'Applies parked events again, in log order; prints what is still parked (exit 1 if anything is).',
      )
      .argument('[company]', 'only this company'),
  async ({ args: [company] }, { environment, stdout }) => {
    const parked = await withSystem(environment, (system) => retry(system, company))
    stdout.write(jsonLine({ name: readModels.name, parked }))
    return parked.length === 0 ? 0 : 1
  },
)

async function retry(system: ProjectionSystem, companyId: string | undefined) {
  const client = await openClient(system)
  try {
    if (!(await isLocked(client, readModels.name))) {
      throw new CommandError(
        'No projections process is running: start the system; it retries parked events by itself.',
      )
    }
    const parked = await askToRetry(client, {
      schema: readModels.name,
      companyId,
      withinMs: WITHIN_MS,
    })
    if (parked === undefined) {
      throw new CommandError(`The retry takes longer than ${WITHIN_MS / 1_000} s: see status.`)
    }
    return parked
  } finally {
    await client.end()
  }
}
