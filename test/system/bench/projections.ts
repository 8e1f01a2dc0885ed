import { differences } from '#test/support/read-model-fold.ts'
import { type Benchmark, median, type Run } from './benchmark.ts'
import { catchUpMs, readOnly } from './projections/catch-up.ts'
import { emmettRate } from './projections/emmett.ts'
import { appendsAtSteadyRate, lagAtSteadyRate, liveRate, startService } from './projections/live.ts'
import { plainWritesMs } from './projections/plain-writes.ts'
import { openStage, type Stage } from './projections/stage.ts'
import { EVENTS_A_VOUCHER, writeVouchers } from './projections/voucher-log.ts'

/** What one batch of a catch-up holds. */
const EVENTS_A_BATCH = 4_000
const EMMETT_EVENTS = 20_000

interface Size {
  readonly vouchers: number
  readonly rounds: number
  readonly steadySeconds: number
}

const full: Size = { vouchers: 60_000, rounds: 5, steadySeconds: 20 }
const small: Size = { vouchers: 10_000, rounds: 3, steadySeconds: 5 }

/** Projecting vouchers: in catch-up, live, and how long a row lets wait for itself. */
export const projections: Benchmark = {
  name: 'projections',
  async run(run) {
    const size = run.quick ? small : full
    const stage = await openStage()
    try {
      const appendMs = await appendsAtSteadyRate(stage, { from: 0, seconds: size.steadySeconds })
      const live = await measureLive(stage, size, run)
      const catchUp = await measureCatchUp(stage, size, run)
      const { eventsPerSecond, bareRead, plainWrites, schema } = catchUp
      const agree = [...live.differences, ...(await differences({ ...stage, schema }))]
      for (const difference of agree.slice(0, 5)) run.tell(difference)
      // Last: it changes how numbers are read by every connection of the process.
      const emmett = await emmettRate(stage, Math.round(EMMETT_EVENTS / EVENTS_A_VOUCHER))
      run.tell(`Emmett: ${emmett.toFixed(0)} events/s`)
      return {
        name: 'projections',
        figures: {
          catchUpEventsPerSecond: eventsPerSecond,
          liveEventsPerSecond: live.rate,
          lagP50Ms: live.lag.p50,
          lagP99Ms: live.lag.p99,
        },
        references: {
          bareReadEventsPerSecond: bareRead,
          plainWritesEventsPerSecond: plainWrites,
          emmettEventsPerSecond: emmett,
          appendP50Ms: appendMs.p50,
        },
        ratios: {
          catchUp: eventsPerSecond / Math.min(bareRead, plainWrites),
          vsEmmett: eventsPerSecond / emmett,
          lagP99: live.lag.p99 / appendMs.p50,
        },
        correct: agree.length === 0,
      }
    } finally {
      await stage.close()
    }
  },
}

async function measureLive(stage: Stage, { vouchers, steadySeconds }: Size, { tell }: Run) {
  const service = await startService(stage)
  try {
    await service.untilShown()
    const from = 10_000_000
    const lag = await lagAtSteadyRate(stage, service.progress, { from, seconds: steadySeconds })
    tell(`lag at a steady rate: p50 ${lag.p50.toFixed(1)} ms, p99 ${lag.p99.toFixed(1)} ms`)
    const rate = await liveRate(stage, service, { from: from * 2, count: vouchers / 5 })
    tell(`live: ${rate.toFixed(0)} events/s`)
    return { lag, rate, differences: await differences(stage) }
  } finally {
    await service.close()
  }
}

/** The three take turns, so that load on the machine affects all alike. */
async function measureCatchUp(stage: Stage, { vouchers, rounds }: Size, { tell }: Run) {
  await writeVouchers(stage, { from: 30_000_000, count: vouchers, writers: 32 })
  const rowsABatch = Math.ceil(EVENTS_A_BATCH / EVENTS_A_VOUCHER)
  const rates: Readonly<Record<'read' | 'ours' | 'writes', number>>[] = []
  let schema = ''
  for (let round = 1; round <= rounds; round++) {
    const { events, readMs } = await readOnly(stage)
    if (schema !== '') await stage.pool.query(`drop schema ${schema} cascade`)
    schema = `catch_up_${round}`
    const oursMs = await catchUpMs(stage, schema)
    const writesMs = await plainWritesMs(stage, { from: schema, rowsABatch })
    const perSecond = (ms: number) => (events * 1_000) / ms
    const rate = { read: perSecond(readMs), ours: perSecond(oursMs), writes: perSecond(writesMs) }
    rates.push(rate)
    tell(
      `round ${round}: ${rate.ours.toFixed(0)} events/s, bare client ${rate.read.toFixed(0)}, plain writes ${rate.writes.toFixed(0)}`,
    )
  }
  return {
    schema,
    eventsPerSecond: median(rates.map(({ ours }) => ours)),
    bareRead: median(rates.map(({ read }) => read)),
    plainWrites: median(rates.map(({ writes }) => writes)),
  }
}
