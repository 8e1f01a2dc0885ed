import { randomUUID } from 'node:crypto'
import { eventIdFrom } from '#kernel/domain/ids.ts'
import type { RetentionPeriods } from '#kernel/domain/retention.ts'
import { categoryOf } from '#kernel/events/category-of.ts'
import { type PersonEvent, personEvents, personStream } from '#kernel/events/person-forgotten.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import type { System } from '#kernel/platform/cli/connections.ts'
import { operatorOrigin } from '#kernel/platform/cli/operator-origin.ts'
import { commonInstant } from '#kernel/platform/database/common-clock.ts'
import { RevisionConflict, type StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { decodeWithoutKeys, encodeUnsealed } from '#kernel/platform/recording/event-codec.ts'
import type { DueKey } from './sealed-data.ts'

/** Of one event; a person may have thousands. */
const MOST_RECORDS = 500

/** Records that a key was destroyed, and which records showed what it sealed. All of it or nothing. */
export async function recordEnd(
  { eventStore, pool }: Pick<System, 'eventStore' | 'pool'>,
  due: DueKey,
  periods: RetentionPeriods,
): Promise<LogPosition> {
  const commandId = randomUUID()
  const stream = personStream(due.personRef)
  const recordedAt = await commonInstant(pool)
  const origin = { ...operatorOrigin(commandId), companyId: due.companyId }
  const events = endedEvents(due, periods).map((event, part) =>
    encodeUnsealed({
      family: personEvents,
      event,
      id: eventIdFrom(commandId, `${stream} ${part}`),
      stream,
      recordedAt,
      origin,
    }),
  )
  const [last] = await eventStore.readStream(stream, { direction: 'backwards', maxCount: 1 })
  try {
    return (await eventStore.append(stream, events, last?.revision ?? 'no_stream')).position
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error
    throw new CommandError('A person is being forgotten by another command: run this one again.', {
      cause: error,
    })
  }
}

/** The keys and the streams of the records that an event names; undefined for any other event. */
export function recordedEnd(event: StoredEvent) {
  if (!event.isGenuine || categoryOf(event.stream) !== personEvents.category) return undefined
  const [read] = decodeWithoutKeys(() => personEvents, [event])
  if (read?.event.type !== 'RetentionEnded') return undefined
  const { keyIds, records } = read.event.data
  return { keyIds, streams: records.map(({ kind, id }) => `${kind}-${id}`) }
}

function endedEvents(due: DueKey, periods: RetentionPeriods): readonly PersonEvent[] {
  const { id, companyId, personRef, purpose, lastActivity, until } = due
  const records = due.streams.map((stream) => {
    const kind = categoryOf(stream)
    return { kind, id: stream.slice(kind.length + 1) }
  })
  const parts = Math.max(1, Math.ceil(records.length / MOST_RECORDS))
  return Array.from({ length: parts }, (_, part) => ({
    type: 'RetentionEnded',
    data: {
      companyId,
      personRef,
      purpose,
      keyIds: [id],
      lastActivity,
      until,
      fiscalYears: periods.fiscalYears,
      masakYears: periods.masakYears,
      records: records.slice(part * MOST_RECORDS, (part + 1) * MOST_RECORDS),
    },
  }))
}
