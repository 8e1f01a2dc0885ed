import { join } from 'node:path'
import type { Pool } from 'pg'
import { CommandError, command } from '#kernel/platform/cli/command.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { headAt } from '#kernel/platform/log-chain/blocks.ts'
import { isInChain } from '#kernel/platform/log-chain/notary.ts'
import type { Pin } from '#kernel/platform/log-chain/pin-check.ts'
import { pinsFrom } from '#kernel/platform/log-chain/pins.ts'
import { lastSignedInLog } from '#kernel/platform/log-chain/signed-in-log.ts'
import { witnessIn } from '#kernel/platform/log-chain/witness.ts'
import { type Environment, settingsFrom } from '#kernel/platform/settings/read.ts'
import { orNull } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import { auditing } from '../audited-system.ts'

export const adoptWitnessCommand = command(
  'adopt-witness',
  (declared) =>
    declared
      .description(
        'Begins a new witness with the last signature of the log, after the old one was lost or put aside. Run it where the notary runs. The output is one JSON object.',
      )
      .option(
        '--witness <file>',
        'signed heads that were kept elsewhere: the log must have them all',
      )
      .option('--head <count:hash>', 'a head that was kept elsewhere: the log must have it')
      .option('--to <file>', 'the new witness; by default NOTARY_WITNESS, or that of DATA_DIR'),
  async ({ options: { to, ...given } }, { environment, stdout }) => {
    const { heads } = await pinsFrom(given)
    const file = to ?? witnessFile(environment)
    const begun = await auditing(environment, ({ log, pool }) =>
      beginWitness({ log, pool }, file, heads),
    )
    stdout.write(jsonLine(begun))
    return 0
  },
)

/** Where the notary of this environment keeps its witness. */
export function witnessFile(environment: Environment): string {
  const read = settingsFrom(environment)
  const given = read(orNull(settings.NOTARY_WITNESS))
  return given ?? join(read(settings.DATA_DIR), 'notary', 'witness.ndjson')
}

interface WitnessSources {
  readonly log: Pick<EventStore, 'readStream'>
  readonly pool: Pool
}

/** Throws, and begins nothing, unless the chain has the last signature of the log and all pinned heads. */
export async function beginWitness(
  { log, pool }: WitnessSources,
  file: string,
  pins: readonly Pin[],
) {
  const witness = witnessIn(file)
  if ((await witness.last()) !== undefined) {
    throw new CommandError(`The witness ${file} has heads. Put it aside first, and keep it.`)
  }
  const last = await lastSignedInLog(log)
  if (last === undefined) {
    throw new CommandError('The log has no signature: the notary begins a witness by itself.')
  }
  const { count, head } = last.head
  if (!(await isInChain(pool, last.head))) {
    throw new CommandError(`The hash chain has another head after ${count} events.`)
  }
  for (const pin of pins) {
    if ((await headAt(pool, pin.count))?.toString('hex') !== pin.head) {
      throw new CommandError(`The log up to event ${pin.count} is not what was witnessed.`)
    }
  }
  await witness.keep(last.head)
  return { witness: file, count, head }
}
