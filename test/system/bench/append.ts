import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { noMacs } from '#test/support/no-macs.ts'
import { type Benchmark, ratePerSecond } from './benchmark.ts'
import { bareAppend, besideAppends, type Piece } from './beside-appends.ts'
import { cpuByPart } from './cpu-by-part.ts'
import { type Latency, latencies } from './draft-latency.ts'
import { type BenchSystem, startSystem } from './system.ts'

const SELLERS = 500
const AnswerTotal = Type.Object({ meta: Type.Object({ total: Type.Integer() }) })

/** Voucher drafts through the gateway, each with an `Idempotency-Key` of its own, as a careful client sends it. */
export const append: Benchmark = {
  name: 'append',
  async run(run) {
    const system = await startSystem()
    const eventStore = connectEventStore({
      url: system.eventStoreUrl,
      logger: silentLogger,
      macs: noMacs,
    })
    try {
      const drafts = drafter(system)
      const measured = await besideAppends(eventStore, drafts, run)
      const { piecesPerSecond, rawAppendsPerSecond, appendsPerPiece } = measured
      const durationMs = run.quick ? 4_000 : 15_000
      const cpu = await cpuOfDraft(system, drafts, durationMs)
      const times = await latencies(system, {
        draft: drafts.one,
        append: () => bareAppend(eventStore),
        durationMs,
      })
      return {
        name: 'append',
        figures: {
          draftsPerSecond: piecesPerSecond,
          appendsPerDraft: appendsPerPiece,
          draftsMade: drafts.made(),
          ...cpu,
          oneClientP50Ms: times.find(({ clients }) => clients === 1)?.p50 ?? Number.NaN,
        },
        references: { rawAppendsPerSecond },
        ratios: { drafts: piecesPerSecond / rawAppendsPerSecond },
        correct: await agree(system, eventStore, drafts.made()),
        table: {
          title: 'A draft by the number of clients: ms, the mean of each step',
          rows: times.map(rowOf),
        },
      }
    } finally {
      await eventStore.close()
      await system.close()
    }
  },
}

const rowOf = ({ clients, p50, p99, means, append: bare }: Latency) => ({
  clients,
  p50,
  p99,
  ...means,
  'bare append': bare,
})

/** What a draft costs with 16 clients: CPU in microseconds, of the whole system and of each part. */
async function cpuOfDraft({ pids }: BenchSystem, { one, made }: Piece, durationMs: number) {
  const [before, madeBefore] = [await cpuByPart(pids), made()]
  await ratePerSecond({ concurrency: 16, durationMs }, one)
  const [after, drafts] = [await cpuByPart(pids), made() - madeBefore]
  const ofParts = [...after].map(([part, micros]): [string, number] => [
    `cpuMicros ${part}`,
    (micros - (before.get(part) ?? 0)) / drafts,
  ])
  const cpuMicros = ofParts.reduce((sum, [, micros]) => sum + micros, 0)
  return { cpuMicros, ...Object.fromEntries(ofParts) }
}

/** Drafts for returning sellers, no two of the same day and amount. */
function drafter({ call }: BenchSystem) {
  let sent = 0
  let made = 0
  return {
    plural: 'drafts',
    made: () => made,
    one: async () => {
      const idNo = taxNumber(sent % SELLERS)
      const amount = (100_000 + sent++) / 100
      const draft = { source: 'manual', isDraft: true, idNo, amount, nameSurname: 'Ayşe Işık' }
      const { status, body } = await call('POST', '/v1/expenses', draft, randomUUID())
      if (status !== 201) throw new Error(`a draft was answered ${status}: ${body}`)
      made++
    },
  }
}

/** Every draft that was acknowledged stands in the log once, and in the list. */
async function agree({ call }: BenchSystem, eventStore: EventStore, made: number) {
  let drafted = 0
  for await (const { type } of eventStore.readLog(START_OF_LOG))
    if (type === 'VoucherDrafted') drafted++
  const { body } = await call('GET', '/v1/expenses?pageSize=1')
  const { total } = Value.Parse(AnswerTotal, JSON.parse(body)).meta
  return drafted === made && total === made
}

/** Ten digits are taken as they are where a company does not ask for more. */
const taxNumber = (index: number) => String(1_000_000_000 + index)
