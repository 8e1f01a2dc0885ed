import { setTimeout as pause } from 'node:timers/promises'
import { median, type Run } from '../benchmark.ts'
import { openBareProducer, preparedBatches } from './bare.ts'
import { fillLog } from './events.ts'
import type { Parts } from './parts.ts'

const BATCH = 1_000
const DONE_WITHIN_MS = 120_000

/** Events that have piled up while the feed slept, published; beside bare transactions of as many. */
export async function measureThroughput(parts: Parts, { quick, tell }: Run) {
  const count = quick ? 10_000 : 50_000
  const bare = await openBareProducer(parts.kafka)
  const rates: { ours: number; bare: number }[] = []
  try {
    for (let round = 0; round <= (quick ? 2 : 5); round += 1) {
      const ours = await feedRate(parts, count)
      const batches = await preparedBatches(parts, { count, batch: BATCH })
      const startedAt = performance.now()
      for (const messages of batches) await bare.commit(messages)
      const rate = { ours, bare: count / secondsSince(startedAt) }
      tell(
        `round ${round}: ${rate.ours.toFixed(0)} events/s, bare ${rate.bare.toFixed(0)} events/s`,
      )
      // The first round is for warming up.
      if (round > 0) rates.push(rate)
    }
  } finally {
    await bare.close()
  }
  return { ours: median(rates.map(({ ours }) => ours)), bare: median(rates.map((one) => one.bare)) }
}

async function feedRate(parts: Parts, count: number) {
  const { feed, eventStore } = parts
  await untilPublished(parts)
  feed.signal('SIGSTOP')
  await fillLog(parts, count)
  const head = String(await eventStore.headOfLog())
  const startedAt = performance.now()
  feed.signal('SIGCONT')
  const deadline = Date.now() + DONE_WITHIN_MS
  // A connection from before the sleep may break. The status would read the log to count what is left.
  while ((await feed.position().catch(() => undefined)) !== head) {
    if (Date.now() > deadline) throw new Error('the feed does not get on')
    await pause(50)
  }
  return count / secondsSince(startedAt)
}

export async function untilPublished({ feed, eventStore }: Parts) {
  const deadline = Date.now() + DONE_WITHIN_MS
  for (;;) {
    const head = String(await eventStore.headOfLog())
    const status = await feed.status().catch(() => undefined)
    if (status?.phase === 'publishing' && status.position === head) return
    if (Date.now() > deadline) throw new Error('the feed does not start')
    await pause(50)
  }
}

const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1_000
