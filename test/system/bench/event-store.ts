import type { Benchmark, Run } from './benchmark.ts'
import { type Acknowledged, measureAppends } from './event-store-appends.ts'
import { filledNode, measureGrowth } from './event-store-growth.ts'
import { measureMemory } from './event-store-memory.ts'
import { type BenchDatabases, startDatabases, startNode } from './event-store-parts.ts'
import { holdsExactly, measureLatency, measureReads } from './event-store-reads.ts'

/** The event store node by itself, through the official client. */
export const eventStore: Benchmark = {
  name: 'event-store',
  async run(run) {
    const databases = await startDatabases()
    try {
      const speed = await measureSpeed(databases, run)
      const size = await measureSize(databases, run)
      return {
        name: 'event-store',
        figures: { ...speed.figures, ...size.figures },
        references: { ...speed.references, ...size.references },
        ratios: { ...speed.ratios, ...size.ratios },
        correct: speed.correct && size.correct,
      }
    } finally {
      await databases.close()
    }
  },
}

async function measureSpeed(databases: BenchDatabases, run: Run) {
  const node = await startNode(await databases.database('speed'))
  const acknowledged: Acknowledged = new Map()
  const appends = await measureAppends(node, acknowledged, run)
  const reads = await measureReads(node, acknowledged.size, run)
  const latency = await measureLatency(node, acknowledged, run)
  const correct = await holdsExactly(node, acknowledged)
  await node.close()
  return {
    figures: { ...appends.figures, ...reads.figures, ...latency.figures },
    references: { ...appends.references, ...reads.references },
    ratios: { ...appends.ratios, ...reads.ratios },
    correct,
  }
}

async function measureSize(databases: BenchDatabases, run: Run) {
  const small = await filledNode(databases, 'small', 10_000)
  const large = await filledNode(databases, 'large', run.quick ? 200_000 : 2_000_000)
  const growth = await measureGrowth(small, large, run)
  await small.close()
  const memory = await measureMemory(large, run)
  await large.close()
  return { ...growth, figures: { ...growth.figures, ...memory.figures }, correct: memory.correct }
}
