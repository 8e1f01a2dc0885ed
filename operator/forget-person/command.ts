import { setTimeout as pause } from 'node:timers/promises'
import { readModelsIn } from '#command/read-models.ts'
import { isPlaceholder } from '#kernel/domain/identity-number.ts'
import { isRecordId } from '#kernel/domain/ids.ts'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import { CommandError, command, type Terminal } from '#kernel/platform/cli/command.ts'
import { type System, withSystem } from '#kernel/platform/cli/connections.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { givenText } from '#kernel/platform/cli/given-text.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { type Progress, progressOn } from '#kernel/platform/cli/progress.ts'
import { requiredFile } from '#kernel/platform/vault/destroyed-key-list.ts'
import { clearAway, refuseParked, untilShown } from './emptied-tables.ts'
import {
  emptiedTables,
  type ForgetDependencies,
  forgetPerson,
  type PersonToForget,
  planOf,
} from './forget.ts'

const LONGEST_REASON = 500
/** Within this time every process has dropped what it remembers. */
const REMEMBERED_FOR_MS = 1_000

export const forgetPersonCommand = command(
  'forget-person',
  (declared) =>
    declared
      .description(
        'Erases the data that a company keeps about a person, except documents that the law requires. DATABASE_URL is the address of an administrator. When it is interrupted, the same command goes on.',
      )
      .requiredOption('--company <id>', 'whose customer the person is')
      .requiredOption('--id-no <number>', 'the identity number; - reads it from standard input')
      .requiredOption('--reason <text>', 'why; it is kept, so it must not name a person')
      .option('--dry-run', 'only prints what would be done'),
  async ({ options }, terminal) => {
    const order = orderOf({ ...options, idNo: await givenText(options.idNo, terminal.stdin) })
    // It completes what an interrupted run has listed.
    const address = { ...findSystem(terminal.environment, 'administrator'), destroyedKeys: null }
    const file = requiredFile(terminal.environment)
    const work = ({ eventStore, vault, pool }: System) => {
      const dependencies = { eventStore, vault, pool, readModels: readModelsIn(pool) }
      return options.dryRun === true
        ? preview(dependencies, order, terminal)
        : forget(dependencies, order, { file, terminal })
    }
    return withSystem(address, work, 'forgetting of a person')
  },
)

async function preview(
  system: ForgetDependencies,
  order: PersonToForget,
  { stdout, stderr }: Terminal,
): Promise<number> {
  const plan = await withProgress(system, stderr, (moved) => planOf(system, order, moved))
  const { personRef, living, unrecorded } = plan
  const wasForgotten = unrecorded.length === 0
  const { companyId } = order
  stdout.write(jsonLine({ dryRun: true, companyId, personRef, keys: living.length, wasForgotten }))
  return 0
}

/** The log is read for all spellings of the number. */
async function withProgress<Result>(
  { eventStore }: ForgetDependencies,
  stderr: Terminal['stderr'],
  work: (moved: Progress['reach']) => Promise<Result>,
): Promise<Result> {
  const progress = progressOn(stderr)
  progress.beginLog('log', await eventStore.headOfLog())
  try {
    return await work(progress.reach)
  } finally {
    progress.end()
  }
}

interface Running {
  readonly file: string
  readonly terminal: Terminal
}

async function forget(
  system: ForgetDependencies,
  order: PersonToForget,
  { file, terminal: { stdout, stderr } }: Running,
): Promise<number> {
  const { forgotten, position } = await withProgress(system, stderr, (moved) =>
    forgetPerson(system, order, file, moved),
  )
  if (forgotten.keys > 0) await pause(REMEMBERED_FOR_MS)
  await untilShown(system.pool, position)
  await refuseParked(system.pool, order.companyId)
  await clearAway(system.pool, emptiedTables)
  await refuseShown(system, order)
  stdout.write(jsonLine(forgotten))
  stderr.write(`Backups from before bring the data back unless they are restored with ${file}.\n`)
  return 0
}

/** A person who is recorded again in the meantime is shown again. */
async function refuseShown(
  { readModels }: ForgetDependencies,
  { companyId, idNo }: PersonToForget,
) {
  for (const table of emptiedTables) {
    const shown = await readModels
      .selectFrom(table)
      .select('id')
      .where('company_id', '=', companyId)
      .where('normal_number', '=', idNo)
      .executeTakeFirst()
    if (shown === undefined) continue
    throw new CommandError(
      `${table} ${shown.id} is still shown: it was recorded again. Run the same command again.`,
    )
  }
}

interface Options {
  readonly company: string
  readonly idNo: string
  readonly reason: string
}

function orderOf({ company, idNo, reason }: Options): PersonToForget {
  const order = {
    companyId: company.toLowerCase(),
    idNo: normalNumber(idNo),
    reason: reason.trim(),
  }
  if (!isRecordId(order.companyId)) throw new CommandError('--company must be the id of a company.')
  if (order.idNo === '') throw new CommandError('--id-no must be an identity number.')
  if (isPlaceholder(order.idNo)) {
    throw new CommandError(`${order.idNo} stands for many buyers, and for no person.`)
  }
  if (order.reason === '' || order.reason.length > LONGEST_REASON) {
    throw new CommandError(`--reason must have 1 to ${LONGEST_REASON} characters.`)
  }
  if (order.reason.includes(idNo.trim()) || normalNumber(order.reason).includes(order.idNo)) {
    throw new CommandError('--reason is kept permanently, so it must not hold the identity number.')
  }
  return order
}
