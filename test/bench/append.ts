import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { silentLogger } from '#kernel/platform/logger.ts'
import { type Benchmark, median, ratePerSecond } from './benchmark.ts'
import { type BenchSystem, startSystem } from './system.ts'

const CONCURRENCY = 16
const SELLERS = 500
const AnswerTotal = Type.Object({ meta: Type.Object({ total: Type.Integer() }) })

/**
 * Voucher drafts through the front door, beside bare appends of 1 KiB events to new streams through
 * the same adapter to the same node. The two take turns, so that both meet the machine in one mood.
 */
export const append: Benchmark = {
  name: 'append',
  async run({ quick, tell }) {
    const system = await startSystem()
    const eventStore = connectEventStore({ url: system.eventStoreUrl, logger: silentLogger })
    try {
      const durationMs = quick ? 2_000 : 8_000
      const rounds = quick ? 2 : 5
      const drafts = drafter(system)
      const load = { concurrency: CONCURRENCY, durationMs }
      await ratePerSecond({ ...load, durationMs: 3_000 }, drafts.one)
      await ratePerSecond({ ...load, durationMs: 1_000 }, () => bareAppend(eventStore))
      const rates: { drafts: number; appends: number }[] = []
      let appendsPerDraft = 0
      for (let round = 1; round <= rounds; round++) {
        const appends = await ratePerSecond(load, () => bareAppend(eventStore))
        const [before, made] = [await eventStore.headOfLog(), drafts.made()]
        const rate = await ratePerSecond(load, drafts.one)
        appendsPerDraft = Number((await eventStore.headOfLog()) - before) / (drafts.made() - made)
        rates.push({ drafts: rate, appends })
        tell(`round ${round}: ${rate.toFixed(0)} drafts/s, ${appends.toFixed(0)} bare appends/s`)
      }
      const draftsPerSecond = median(rates.map((rate) => rate.drafts))
      const rawAppendsPerSecond = median(rates.map((rate) => rate.appends))
      return {
        name: 'append',
        figures: { draftsPerSecond, appendsPerDraft, drafts: drafts.made() },
        references: { rawAppendsPerSecond },
        ratios: { drafts: draftsPerSecond / rawAppendsPerSecond },
        correct: await agree(system, eventStore, drafts.made()),
      }
    } finally {
      await eventStore.close()
      await system.close()
    }
  },
}

/** Drafts for returning sellers, no two of the same day and amount. */
function drafter({ call }: BenchSystem) {
  let sent = 0
  let made = 0
  return {
    made: () => made,
    one: async () => {
      const idNo = taxNumber(sent % SELLERS)
      const amount = (100_000 + sent++) / 100
      const draft = { source: 'manual', isDraft: true, idNo, amount, nameSurname: 'Ayşe Işık' }
      const { status, body } = await call('POST', '/v1/expenses', draft)
      if (status !== 201) throw new Error(`a draft was answered ${status}: ${body}`)
      made++
    },
  }
}

const padding = 'x'.repeat(900)

async function bareAppend(eventStore: EventStore) {
  const id = randomUUID()
  const event = { id, type: 'Padded', data: { id, padding }, metadata: { at: 0 } }
  await eventStore.append(`bench-${id}`, [event], 'no_stream')
}

/** Every draft that was acknowledged stands in the log once, and in the list. */
async function agree({ call }: BenchSystem, eventStore: EventStore, made: number) {
  let drafted = 0
  for await (const { type } of eventStore.readLog(0n)) if (type === 'VoucherDrafted') drafted++
  const { body } = await call('GET', '/v1/expenses?pageSize=1')
  const { total } = Value.Parse(AnswerTotal, JSON.parse(body)).meta
  return drafted === made && total === made
}

/** Ten digits are taken as they are where a company does not ask for more. */
const taxNumber = (index: number) => String(1_000_000_000 + index)
