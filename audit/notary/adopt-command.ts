import { join } from 'node:path'
import type { Pool } from 'pg'
import { CommandError, command, type Terminal } from '#kernel/platform/cli/command.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { headAt } from '#kernel/platform/log-chain/blocks.ts'
import { isInChain } from '#kernel/platform/log-chain/notary.ts'
import type { Pin } from '#kernel/platform/log-chain/pin-check.ts'
import { pinsFrom } from '#kernel/platform/log-chain/pins.ts'
import { lastSignedInLog } from '#kernel/platform/log-chain/signed-in-log.ts'
import { witnessIn } from '#kernel/platform/log-chain/witness.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { type Environment, settingsFrom } from '#kernel/platform/settings/read.ts'
import { orNull } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import { auditing } from '../audited-system.ts'
import { forgetLost, putAside, startAgain } from './give-up.ts'
import { type Loss, lossOf } from './loss.ts'

export const adoptWitnessCommand = command(
  'adopt-witness',
  (declared) =>
    declared
      .description(
        'After a database or log of before was put back: says what is lost, asks, lets the system forget it, and begins a new witness; the old one is put aside. Also begins one where the old one is gone. Run it where the notary runs. The output is one JSON object.',
      )
      .option(
        '--witness <file>',
        'signed heads that were kept elsewhere: the log must have them all',
      )
      .option('--head <count:hash>', 'a head that was kept elsewhere: the log must have it')
      .option('--to <file>', 'the new witness; by default NOTARY_WITNESS, or that of DATA_DIR')
      .option('--yes', 'give up what is lost without a question'),
  async ({ options: { to, yes = false, ...given } }, terminal) => {
    const { environment, stdout } = terminal
    const { heads } = await pinsFrom(given)
    const files = { witness: to ?? witnessFile(environment), lastEvent: lastEventFile(environment) }
    const adopting = { environment, files, pins: heads, isAgreed: () => yes || agreed(terminal) }
    stdout.write(jsonLine(await adopt(adopting, terminal.stderr)))
    return 0
  },
)

/** Whether the person types the word. */
async function agreed({ stdin, stderr }: Terminal): Promise<boolean> {
  stderr.write('Type "give up" to let the system forget them; anything else changes nothing: ')
  let said = ''
  for await (const bytes of stdin) {
    said += Buffer.from(bytes).toString()
    if (said.includes('\n')) break
  }
  return said.trim() === 'give up'
}

interface Adopting {
  readonly environment: Environment
  readonly files: { readonly witness: string; readonly lastEvent: string }
  readonly pins: readonly Pin[]
  readonly isAgreed: () => boolean | Promise<boolean>
}

async function adopt(adopting: Adopting, stderr: Terminal['stderr']) {
  const { environment, files, pins } = adopting
  const signed = await witnessIn(files.witness).last()
  const known = { signed, lastEventFile: files.lastEvent }
  const loss = await auditing(environment, ({ log, pool }) => lossOf({ log, pool, ...known }))
  if (loss === undefined) {
    return auditing(environment, (system) => beginWitness(system, files.witness, pins))
  }
  stderr.write(`The log ends with ${loss.end}.\nMore events are known to:\n`)
  for (const one of loss.known) stderr.write(`  ${one}\n`)
  if (!(await adopting.isAgreed())) throw new CommandError('Nothing was changed.')
  const old = signed && (await pinsFrom({ witness: files.witness }))
  return giveUp({ ...adopting, signed: old?.heads ?? [] }, loss)
}

interface GivingUp extends Adopting {
  /** What the old witness has. */
  readonly signed: readonly Pin[]
}

/** In this order, so that it can be repeated after a crash: what tells of the loss goes last. */
async function giveUp({ environment, files, pins, signed }: GivingUp, loss: Loss) {
  const now = Date.now()
  const { databaseUrl } = findSystem(environment, 'administrator')
  const pool = openPool(databaseUrl, { logger: silentLogger, max: 2, name: 'sarraf-audit' })
  try {
    await forgetLost({ environment, pool, loss, pins: [...signed, ...pins] })
    const witnessAside = await putAside(files.witness, now)
    const begun = await auditing(environment, async (system) =>
      (await lastSignedInLog(system.log)) === undefined
        ? { witness: null, count: 0, head: null }
        : beginWitness(system, files.witness, pins),
    )
    const lastEventAside = await putAside(files.lastEvent, now)
    await startAgain(pool)
    return { ...begun, putAside: [witnessAside, lastEventAside].filter((file) => file !== null) }
  } finally {
    await pool.end()
  }
}

const inFolderOf = (environment: Environment, ...path: string[]) =>
  join(settingsFrom(environment)(settings.DATA_DIR), ...path)

/** Where the command service of this environment keeps the last event that it knows. */
const lastEventFile = (environment: Environment): string =>
  settingsFrom(environment)(orNull(settings.LAST_EVENT)) ??
  inFolderOf(environment, 'last-event.json')

/** Where the notary of this environment keeps its witness. */
export function witnessFile(environment: Environment): string {
  const given = settingsFrom(environment)(orNull(settings.NOTARY_WITNESS))
  return given ?? inFolderOf(environment, 'notary', 'witness.ndjson')
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
    throw new CommandError(`The log has all that the witness ${file} has: nothing is lost.`)
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
