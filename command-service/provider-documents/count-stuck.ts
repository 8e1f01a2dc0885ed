import type { Registry } from 'prom-client'
import type { AnyEvent } from '#kernel/events/event-family.ts'
import { exposeGauge } from '#kernel/platform/process/gauge.ts'
import { type ProviderDocuments, type Searching, stuckDocuments } from './stuck.ts'

/** The search reads a whole table, so scrapes in between get the count of the last one. */
const COUNTED_EVERY_MS = 300_000

interface Metric {
  readonly name: string
  readonly help: string
}

/** How many documents `operator -- stuck` lists, as a metric. */
export function countStuck<Event extends AnyEvent, State, Document extends State>(
  registry: Registry,
  documents: ProviderDocuments<Event, State, Document>,
  { name, help, ...searching }: Searching & Metric,
): void {
  let countedAt = Number.NEGATIVE_INFINITY
  let count = 0
  const metric = { name, help: `${help}; NaN when they cannot be counted` }
  exposeGauge(registry, metric, async () => {
    if (performance.now() - countedAt < COUNTED_EVERY_MS) return count
    count = await countOf(stuckDocuments(searching, documents))
    countedAt = performance.now()
    return count
  })
}

async function countOf(documents: AsyncIterable<unknown>): Promise<number> {
  let count = 0
  for await (const _ of documents) count += 1
  return count
}
