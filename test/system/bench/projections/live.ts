import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import {
  followReadProgress,
  type ReadProgress,
} from '#kernel/platform/read-progress/read-progress.ts'
import { freePort } from '#stack/free-port.ts'
import type { Stage } from './stage.ts'
import {
  companyOf,
  EVENTS_A_VOUCHER,
  voucherEvents,
  voucherIdOf,
  writeEvents,
  writeVouchers,
} from './voucher-log.ts'

const entry = fileURLToPath(import.meta.resolve('#projections/main.ts'))
const COMMANDS_A_SECOND = 300
const VISIBLE_WITHIN_MS = 30_000

export interface Milliseconds {
  readonly p50: number
  readonly p99: number
}

/** The projections as a process of their own, as they run in production. */
export async function startService({ databaseUrl, eventStoreUrl, vaultKey, eventStore }: Stage) {
  const child = fork(entry, {
    env: {
      ...process.env,
      PORT: String(await freePort()),
      DATABASE_URL: databaseUrl,
      EVENTSTORE_URL: eventStoreUrl,
      VAULT_KEY: vaultKey.toString('hex'),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const progress = followReadProgress({ schema: 'read_model', databaseUrl, logger: silentLogger })
  const untilShown = async () => {
    const head = await eventStore.headOfLog()
    if (!(await progress.waitFor(head, VISIBLE_WITHIN_MS))) throw new Error('nothing is shown')
  }
  return {
    progress,
    untilShown,
    close: async () => {
      await progress.close()
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Writers write as fast as they can while the projections follow: events shown per second. */
export async function liveRate(
  stage: Stage,
  service: { readonly untilShown: () => Promise<void> },
  load: { readonly from: number; readonly count: number },
): Promise<number> {
  const startedAt = performance.now()
  await writeVouchers(stage, { ...load, writers: 16 })
  await service.untilShown()
  return (load.count * EVENTS_A_VOUCHER) / ((performance.now() - startedAt) / 1_000)
}

/** At a steady rate: appends alone, and from an append's answer until its row is read. */
export async function lagAtSteadyRate(
  stage: Stage,
  progress: ReadProgress,
  { from, seconds }: { readonly from: number; readonly seconds: number },
): Promise<Milliseconds> {
  return steadily(from, seconds, async (number) => {
    const { position } = await writeEvents(stage, number, voucherEvents(number).slice(0, 1))
    const answeredAt = performance.now()
    await untilVisible(stage, progress, { number, position })
    return performance.now() - answeredAt
  })
}

/** The time of one append at the same rate, without subscribers. */
export const appendsAtSteadyRate = (
  stage: Stage,
  { from, seconds }: { readonly from: number; readonly seconds: number },
): Promise<Milliseconds> =>
  steadily(from, seconds, async (number) => {
    const startedAt = performance.now()
    await writeEvents(stage, number, voucherEvents(number).slice(0, 1))
    return performance.now() - startedAt
  })

async function untilVisible(
  { pool }: Stage,
  progress: ReadProgress,
  { number, position }: { readonly number: number; readonly position: LogPosition },
) {
  if (!(await progress.waitFor(position, VISIBLE_WITHIN_MS))) throw new Error('nothing is shown')
  const { rowCount } = await pool.query({
    name: 'is visible',
    text: 'select 1 from read_model.expense_voucher where company_id = $1 and id = $2',
    values: [companyOf(number), voucherIdOf(number)],
  })
  if (rowCount !== 1) throw new Error(`voucher ${number} is not there`)
}

/** Each begins when it is due, whether the ones before have come to an end or not. */
async function steadily(
  from: number,
  seconds: number,
  measure: (number: number) => Promise<number>,
): Promise<Milliseconds> {
  const startedAt = performance.now()
  const measured: Promise<number>[] = []
  for (let index = 0; index < seconds * COMMANDS_A_SECOND; index++) {
    const dueIn = startedAt + (index * 1_000) / COMMANDS_A_SECOND - performance.now()
    if (dueIn > 1) await new Promise((resolve) => setTimeout(resolve, dueIn))
    measured.push(measure(from + index))
  }
  const sorted = (await Promise.all(measured)).toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}
