import { setTimeout as pause } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import { createProjectionMetrics } from '#projections/runtime/metrics.ts'
import { startProjection } from '#projections/runtime/projection.ts'
import type { Phase } from '#projections/runtime/rebuild/order.ts'
import { rebuild } from '#projections/runtime/rebuild/rebuild.ts'
import type { Rebuilt } from '#projections/runtime/rebuild/rebuilt.ts'
import { differences } from '#test/support/read-model-fold.ts'
import type { Benchmark, Run } from './benchmark.ts'
import { catchUpMs } from './projections/catch-up.ts'
import { measureForgetting } from './projections/forgotten.ts'
import { openStage, type Stage } from './projections/stage.ts'
import { chainLog, measureVerification } from './projections/verification.ts'
import { EVENTS_A_VOUCHER, voucherIdOf, writeVouchers } from './projections/voucher-log.ts'

const WRITERS = 32
const PORTION = 3_000
/** On a slow machine the log stays smaller. */
const FILL_WITHIN_MS = 200_000
/** The shop stays open meanwhile: a voucher now and then. */
const MEANWHILE_EVERY_MS = 100

/**
 * A rebuild beside tables that are served and written, against what catching up takes; the
 * auditor's verification of the same log, against the rebuild; and the log without the keys of some people,
 * against the log with all of them.
 */
export const rebuilding: Benchmark = {
  name: 'rebuild',
  async run(run) {
    const stage = await openStage()
    try {
      const chain = await chainLog(stage)
      const vouchers = await fill(stage, run)
      await chain.untilWhole(vouchers * EVENTS_A_VOUCHER)
      const caughtUpMs = await catchUpMs(stage, 'read_model')
      run.tell(`caught up in ${(caughtUpMs / 1_000).toFixed(1)} s`)
      const { rebuilt, rebuildMs, phases } = await rebuildBeside(stage, vouchers, run)
      const { comparison, switched } = rebuilt
      const { verifyMs, isRight: isVerified } = await measureVerification(stage)
      run.tell(`verified in ${(verifyMs / 1_000).toFixed(1)} s`)
      const correct = isVerified && (await isRight(stage, rebuilt, run))
      const { readableMs, forgottenMs } = await measureForgetting(stage, run.quick ? 9 : 2)
      return {
        name: 'rebuild',
        figures: {
          events: vouchers * EVENTS_A_VOUCHER,
          rebuildSeconds: rebuildMs / 1_000,
          ...phases,
          writerWaitedMs: Math.max(
            comparison?.writerWaitedMs ?? Number.NaN,
            switched?.writerWaitedMs ?? Number.NaN,
          ),
          readersWaitedMs: switched?.readersWaitedMs ?? Number.NaN,
          verifySeconds: verifyMs / 1_000,
          forgottenSeconds: forgottenMs / 1_000,
        },
        references: { catchUpSeconds: caughtUpMs / 1_000, readableSeconds: readableMs / 1_000 },
        ratios: {
          vsCatchUp: rebuildMs / caughtUpMs,
          verifyVsRebuild: verifyMs / rebuildMs,
          forgottenVsReadable: forgottenMs / readableMs,
        },
        correct,
      }
    } finally {
      await stage.close()
    }
  },
}

/** A million events; gives the number of vouchers. */
async function fill(stage: Stage, { quick, tell }: Run): Promise<number> {
  const wanted = quick ? 7_000 : 333_334
  const until = performance.now() + FILL_WITHIN_MS
  let from = 0
  while (from < wanted && performance.now() < until) {
    const count = Math.min(PORTION, wanted - from)
    await writeVouchers(stage, { from, count, writers: WRITERS })
    from += count
  }
  tell(`the log holds ${from * EVENTS_A_VOUCHER} events`)
  return from
}

async function rebuildBeside(stage: Stage, vouchers: number, { tell }: Run) {
  const projection = project(stage)
  const stop = new AbortController()
  const times = timesOfPhases()
  const watch = { enter: times.enter, move: () => undefined }
  const order = { serving: 'read_model', from: 'next', acceptDifferences: false } as const
  try {
    while (projection.status().phase !== 'live') await pause(10)
    const written = writeMeanwhile(stage, vouchers, stop.signal)
    const startedAt = performance.now()
    const sources = { definition: readModels, ...stage, logger: silentLogger }
    const rebuilt = await rebuild(sources, { ...order, stop: stop.signal, watch })
    const rebuildMs = performance.now() - startedAt
    const phases = times.seconds()
    tell(`rebuilt in ${(rebuildMs / 1_000).toFixed(1)} s: ${rebuilt.outcome}`)
    stop.abort()
    await written
    const head = await stage.eventStore.headOfLog()
    while (projection.status().position < head) await pause(10)
    return { rebuilt, rebuildMs, phases }
  } finally {
    stop.abort()
    await projection.close()
  }
}

function project({ databaseUrl, eventStore, vault }: Stage) {
  const metrics = createProjectionMetrics(new Registry(), eventStore.headOfLog)
  const definition = readModels
  return startProjection({
    definition,
    databaseUrl,
    eventStore,
    vault,
    logger: silentLogger,
    metrics,
  })
}

async function writeMeanwhile(stage: Stage, from: number, stop: AbortSignal) {
  for (let next = from; !stop.aborted; next++) {
    await writeVouchers(stage, { from: next, count: 1, writers: 1 })
    await pause(MEANWHILE_EVERY_MS, undefined, { signal: stop }).catch(() => undefined)
  }
}

function timesOfPhases() {
  const entered: { readonly phase: Phase; readonly at: number }[] = []
  return {
    enter: (phase: Phase) => void entered.push({ phase, at: performance.now() }),
    seconds: () =>
      Object.fromEntries(
        entered.map(({ phase, at }, index) => {
          const until = entered[index + 1]?.at ?? performance.now()
          return [`${phase}Seconds`, (until - at) / 1_000]
        }),
      ),
  }
}

/** Of a small log every column is compared with a fold of it, of a large one which vouchers bear which number. */
async function isRight(stage: Stage, rebuilt: Rebuilt, { quick, tell }: Run): Promise<boolean> {
  const found = quick
    ? await differences({ ...stage, schema: 'read_model' })
    : await numbersThatDiffer(stage)
  for (const difference of found.slice(0, 10)) tell(difference)
  const isSame = rebuilt.outcome === 'switched' && rebuilt.comparison?.differences === 0
  return isSame && found.length === 0
}

async function numbersThatDiffer({ pool }: Stage): Promise<readonly string[]> {
  const finalized = await pool.query<{ id: string; number: string }>(
    `select event ->> 'voucherId' as id, event ->> 'number' as number
     from (select convert_from(data, 'UTF8')::jsonb as event from event_store.events
       where type = 'VoucherFinalized') as finalized`,
  )
  const expected = new Map(finalized.rows.map(({ id, number }) => [id, number]))
  const { rows } = await pool.query<{ id: string; number: string }>(
    'select id, number from read_model.expense_voucher where visible',
  )
  const found = rows
    .filter(({ id, number }) => expected.get(id) !== number || voucherIdOf(Number(number)) !== id)
    .map(({ id, number }) => `voucher ${id} bears ${number}, not ${expected.get(id)}`)
  return rows.length === expected.size
    ? found
    : [...found, `${rows.length} vouchers are shown, ${expected.size} are in the log`]
}
