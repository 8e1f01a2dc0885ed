import type pg from 'pg'
import type { EventStore, LogPlace, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { type LogPosition, parseLogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { mapConcurrently } from '#kernel/platform/waiting/map-concurrently.ts'
import type { SerialQueue } from '#kernel/platform/waiting/serial-queue.ts'
import type { BatchWriter } from '#projections/runtime/batch.ts'
import { applyOrPark } from '#projections/runtime/bisect.ts'
import { type Reading, shownEvents } from '#projections/runtime/shown-events.ts'
import type { Retry } from '#projections/runtime/step.ts'
import { waitingPage } from './statements.ts'
import { NO_COMPANY } from './table.ts'

const PAGE = 500
/** In a request: every company with parked events. */
const ALL = ''

interface RetryDependencies {
  readonly schema: string
  readonly writer: BatchWriter
  readonly reading: Reading
  readonly eventStore: EventStore
  /** Batches and retries share one connection and run one after the other. */
  readonly onConnection: SerialQueue
  readonly progress: { readonly place: () => LogPlace }
  readonly reportParked: () => void
  readonly logger: Logger
}

/** The channel for retry requests: the payload is a company, or empty for all. */
export const retryChannel = (schema: string) => `${schema}_retry`

/**
 * Retries parked events: all of them at the start, because this program may know more than the one
 * before; later on request.
 */
export function keepRetrying(order: RetryDependencies) {
  const { schema, writer } = order
  const { client, parking } = writer
  const stop = new AbortController()
  /** Companies, or `ALL`. */
  const asked = new Set<string>()
  let wake: (() => void) | undefined

  function ask(company: string) {
    asked.add(company)
    wake?.()
  }
  const onNotification = ({ channel, payload = ALL }: pg.Notification) => {
    if (channel === retryChannel(schema)) ask(payload)
  }
  /** Behind the batch that is running: who asks sees what it has parked before this process knows of it. */
  const parkedOf = (company: string) =>
    order.onConnection(async () =>
      company === ALL ? parking.companies().map((one) => one.company ?? NO_COMPANY) : [company],
    )

  async function work() {
    client.on('notification', onNotification)
    await order.onConnection(() => client.query(`listen ${retryChannel(schema)}`))
    ask(ALL)
    while (!stop.signal.aborted) {
      for (const company of asked) {
        asked.delete(company)
        for (const one of await parkedOf(company)) await retryCompany(order, one, stop.signal)
      }
      await new Promise<void>((resolve) => {
        wake = resolve
        if (stop.signal.aborted || asked.size > 0) resolve()
      })
    }
  }

  const ended = work()
  return {
    /** Rejects when retrying has failed. */
    failed: ended,
    close: async () => {
      stop.abort()
      wake?.()
      client.off('notification', onNotification)
      await ended.catch(() => undefined)
    },
  }
}

/** Continues until no event of the company waits or one fails again. */
async function retryCompany(order: RetryDependencies, companyId: string, stop: AbortSignal) {
  const { schema, writer, onConnection, reportParked, logger } = order
  const { client, parking } = writer
  const company = companyId === NO_COMPANY ? null : companyId
  if (parking.waitingOf(companyId) === 0) return
  const retry: Retry = { companyId, gone: [], isOver: false }
  while (!stop.aborted && !retry.isOver && parking.waitingOf(companyId) > 0) {
    const query = waitingPage(schema, companyId, PAGE)
    const { rows } = await onConnection(() => client.query<Waiting>(query))
    await applyAgain(order, retry, rows)
    reportParked()
  }
  logger.warn({ company, waiting: parking.waitingOf(companyId) }, 'parked events were retried')
}

interface Waiting {
  readonly position: string
  readonly stream: string
  readonly revision: string
}

async function applyAgain(order: RetryDependencies, retry: Retry, waiting: readonly Waiting[]) {
  const { reading, eventStore, onConnection, progress, writer } = order
  const stored = await readAgain(eventStore, waiting)
  const events = await shownEvents(reading, stored)
  const there = new Set(events.map((event) => event.stored.position))
  retry.gone = waiting
    .map(({ position }) => parseLogPosition(position))
    .filter((at) => !there.has(at))
  await onConnection(async () => {
    const upTo = progress.place()
    await applyOrPark(writer, { events, from: upTo, upTo, retry })
  })
}

/** In the given order, without events that are no longer in the log, as in a rebuild. */
async function readAgain(eventStore: EventStore, waiting: readonly Waiting[]) {
  const found = new Map<LogPosition, StoredEvent>()
  const pages = await mapConcurrently(runsIn(waiting), ({ stream, from, maxCount }) =>
    eventStore.readStream(stream, { from, maxCount }),
  )
  for (const event of pages.flat()) found.set(event.position, event)
  return waiting.flatMap(({ position }) => found.get(parseLogPosition(position)) ?? [])
}

interface Run {
  readonly stream: string
  readonly from: bigint
  readonly maxCount: number
}

/** One read for each stream. */
function runsIn(waiting: readonly Waiting[]): readonly Run[] {
  const runs = new Map<string, Run>()
  for (const { stream, revision } of waiting) {
    const { from } = runs.get(stream) ?? { from: BigInt(revision) }
    runs.set(stream, { stream, from, maxCount: Number(BigInt(revision) - from) + 1 })
  }
  return [...runs.values()]
}
