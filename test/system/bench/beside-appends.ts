import { randomUUID } from 'node:crypto'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { median, type Run, ratePerSecond } from './benchmark.ts'

const CONCURRENCY = 16

/** What one caller does over and over, and how often it was done by all. */
export interface Piece {
  readonly plural: string
  readonly one: () => Promise<void>
  readonly made: () => number
}

/**
 * Pieces of work beside bare appends of 1 KiB events to new streams, through the same adapter to the
 * same node. The two take turns, so that load on the machine affects both alike.
 */
export async function besideAppends(
  eventStore: EventStore,
  { plural, one, made }: Piece,
  { quick, tell }: Run,
) {
  const load = { concurrency: CONCURRENCY, durationMs: quick ? 2_000 : 8_000 }
  await ratePerSecond({ ...load, durationMs: 3_000 }, one)
  await ratePerSecond({ ...load, durationMs: 1_000 }, () => bareAppend(eventStore))
  const rates: { pieces: number; appends: number }[] = []
  let appendsPerPiece = 0
  for (let round = 1; round <= (quick ? 2 : 5); round++) {
    const appends = await ratePerSecond(load, () => bareAppend(eventStore))
    const [before, madeBefore] = [await eventStore.headOfLog(), made()]
    const pieces = await ratePerSecond(load, one)
    appendsPerPiece = (await eventsBehind(eventStore, before)) / (made() - madeBefore)
    rates.push({ pieces, appends })
    tell(`round ${round}: ${pieces.toFixed(0)} ${plural}/s, ${appends.toFixed(0)} bare appends/s`)
  }
  return {
    piecesPerSecond: median(rates.map((rate) => rate.pieces)),
    rawAppendsPerSecond: median(rates.map((rate) => rate.appends)),
    appendsPerPiece,
  }
}

async function eventsBehind({ readLog }: EventStore, position: LogPosition): Promise<number> {
  let events = 0
  for await (const _ of readLog(position)) events += 1
  return events
}

const padding = 'x'.repeat(900)

/** An event of 1 KiB to a new stream. */
export async function bareAppend(eventStore: EventStore) {
  const id = randomUUID()
  const event = { id, type: 'Padded', data: { id, padding }, metadata: { at: 0 } }
  await eventStore.append(`bench-${id}`, [event], 'no_stream')
}
