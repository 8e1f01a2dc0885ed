import { Gauge, type Registry } from 'prom-client'
import type { AnyEvent } from '#kernel/events/event-family.ts'
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
  const gauge: Gauge = new Gauge({
    name,
    help: `${help}; NaN when they cannot be counted`,
    registers: [registry],
    async collect() {
      if (performance.now() - countedAt < COUNTED_EVERY_MS) return
      const count = await countOf(stuckDocuments(searching, documents)).catch(() => undefined)
      gauge.set(count ?? Number.NaN)
      if (count !== undefined) countedAt = performance.now()
    },
  })
}

async function countOf(documents: AsyncIterable<unknown>): Promise<number> {
  let count = 0
  for await (const _ of documents) count += 1
  return count
}
