import { randomUUID } from 'node:crypto'
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { onTestFinished, vi } from 'vitest'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'

/** The unmodified client, let go when the running test ends. */
export function clientOf(url: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url)
  onTestFinished(() => client.dispose())
  return client
}

export const newStream = (noun = 'voucher') => `${noun}-${randomUUID()}`

export const drafted = (number = 0) => jsonEvent({ type: 'Drafted', data: { number } })

export const manyDrafted = (count: number) => Array.from({ length: count }, (_, n) => drafted(n))

/** Everything that was sent, as the client hands it over. */
export async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

/** The first events of a stream that does not end by itself. */
export async function first<Item>(count: number, items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) if (found.push(item) === count) break
  return found
}

/** Of positions in the log, the numbers of the events that stand there; the first is 1. */
export async function numbersIn(client: EventStoreDBClient) {
  const log = await all(client.readAll())
  const numbers = new Map(log.map(({ commitPosition }, index) => [commitPosition, index + 1]))
  return (position: bigint | undefined) => numbers.get(position) ?? 0
}

/** Waits until the expectation holds, also on a busy machine. */
export const eventually = (expectation: () => void) =>
  vi.waitFor(expectation, { timeout: LONGEST_WAIT_MS })
