import type { Benchmark } from './benchmark.ts'
import { feedEqualsLog } from './feed/agreement.ts'
import { measureLatency } from './feed/latency.ts'
import { withParts } from './feed/parts.ts'
import { measureThroughput, untilPublished } from './feed/throughput.ts'

/** From the log into Kafka, and on to a reader who sees only what is committed. */
export const feed: Benchmark = {
  name: 'feed',
  run: (run) =>
    withParts(async (parts) => {
      await untilPublished(parts)
      const throughput = await measureThroughput(parts, run)
      const latency = await measureLatency(parts, run)
      await untilPublished(parts)
      return {
        name: 'feed',
        figures: {
          eventsPerSecond: throughput.ours,
          latencyP50Ms: latency.ours.p50,
          latencyP99Ms: latency.ours.p99,
        },
        references: {
          bareEventsPerSecond: throughput.bare,
          bareLatencyP50Ms: latency.bare.p50,
          bareLatencyP99Ms: latency.bare.p99,
        },
        ratios: {
          throughput: throughput.ours / throughput.bare,
          latencyP99: latency.ours.p99 / latency.bare.p99,
        },
        correct: await feedEqualsLog(parts),
      }
    }),
}
