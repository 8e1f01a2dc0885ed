import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import { connectEventStore, type EventStoreOptions } from '#kernel/platform/event-store/connect.ts'
import type {
  EventStore,
  LogSubscription,
  NewEvent,
  StoredEvent,
  Subscription,
} from '#kernel/platform/event-store/event-store.ts'
import { type LogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { noMacs } from '#test/support/no-macs.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'

/** Where a fault has to show before long. */
export const BRIEF = { appendTimeoutMs: 400, readTimeoutMs: 1_000, silenceMs: 400 }

/** Closed when the running test ends. A busy machine answers late: an outcome that is certain is waited for. */
export function storeForThisTest(
  url: string,
  options: Partial<Omit<EventStoreOptions, 'url'>> = {},
): EventStore {
  const store = connectEventStore({
    url,
    logger: silentLogger,
    macs: noMacs,
    appendTimeoutMs: LONGEST_WAIT_MS,
    resolveWithinMs: LONGEST_WAIT_MS,
    closeTimeoutMs: 1_000,
    ...options,
  })
  onTestFinished(store.close)
  return store
}

export const newEvent = (data: NewEvent['data'] = {}): NewEvent => ({
  id: randomUUID(),
  type: 'Happened',
  data,
  metadata: { companyId: 'test' },
})

export const newEvents = (count: number): NewEvent[] =>
  Array.from({ length: count }, (_, number) => newEvent({ number }))

export const newStream = (category = 'happening') => `${category}-${randomUUID()}`

/** Notes what is handed over; `ahead` may hold a batch back. */
export function recorder(ahead: () => Promise<void> = async () => undefined) {
  const events: StoredEvent[] = []
  const batches: { readonly size: number; readonly upTo: LogPosition }[] = []
  const handle: LogSubscription['handle'] = async (batch, upTo) => {
    await ahead()
    events.push(...batch)
    batches.push({ size: batch.length, upTo: upTo.position })
  }
  return { events, batches, handle, ids: () => events.map(({ id }) => id) }
}

/** A gate that is shut until it is opened. */
export function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { passed: () => promise, open: resolve }
}

/** The log behind a position. */
export async function logOf(store: EventStore, behind = START_OF_LOG): Promise<StoredEvent[]> {
  const events: StoredEvent[] = []
  for await (const event of store.readLog(behind)) events.push(event)
  return events
}

/** Counts the lines of the log that say something. */
export function listeningLogger() {
  const lines: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  return { logger, count: (text: string) => lines.filter((line) => line.includes(text)).length }
}

/** How far a subscription has come. */
export const reached = (subscription: Subscription) => () => subscription.place().position

/** Expects what will be so before long, also on a busy machine. */
export const eventually = <Value>(value: () => Value) =>
  expect.poll(value, { timeout: LONGEST_WAIT_MS, interval: 10 })
