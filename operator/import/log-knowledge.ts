import { categoryOf } from '#kernel/events/category-of.ts'
import { documentLedgerEvents, transactionClaimEvents } from '#kernel/events/claims.ts'
import { parseMetadata } from '#kernel/events/metadata.ts'
import type { EventStore, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { keepEvents } from './kept-events.ts'
import { stampHolder } from './kinds/bank-transaction-stamp.ts'
import type { Survey } from './survey.ts'

/** A log with at most this many events for each line is read in one go, which is faster than the look-ups of each. */
const EVENTS_PER_LINE = 40
const FEW_LINES = 500
const CLAIMS = new Set([documentLedgerEvents.category, transactionClaimEvents.category])
const MAX_KEPT = { events: 50_000, characters: 32 * 1024 * 1024 }

export interface KnownRecord {
  /** Whose it is. */
  readonly companyId: string | undefined
  /** Made by a line before; else by a request of the API, or by a process after one. */
  readonly isImported: boolean
}

/** What the log says of streams that lines are about. */
export interface LogKnowledge {
  /** The event at that place; undefined if there is none. */
  readonly recordOf: (stream: string) => Promise<KnownRecord | undefined>
  /** Which record the first event of a claim gives the claimed value to. */
  readonly holderOf: (stream: string) => Promise<string | undefined>
  readonly isThere: (stream: string) => boolean
  /** Worth a look before it is written: one that was deleted would take what is meant for a new one. */
  readonly mayBeThere: (stream: string) => boolean
  /** Whether any document may have claimed it. */
  readonly mayBeClaimed: (stream: string) => boolean
  /** Its latest event, as far as it has been read and kept anyway. */
  readonly latest: (stream: string) => StoredEvent | undefined
}

interface Log {
  readonly eventStore: EventStore
  readonly vault: Vault
}

/** For a long file, all that concerns it in one go, unless the log is very much longer. */
export async function learnFromLog(log: Log, survey: Survey): Promise<LogKnowledge> {
  if (survey.lines() < FEW_LINES) return { ...askingLog(log), mayBeThere: () => true }
  return (await readingLog(log, survey)) ?? askingLog(log)
}

export const companyIn = (event: StoredEvent | undefined) =>
  parseMetadata(event?.metadata)?.companyId

function knownBy({ metadata }: StoredEvent): KnownRecord {
  const { companyId, actor } = parseMetadata(metadata) ?? {}
  return { companyId, isImported: actor?.kind === 'operator' }
}

/** Asks for each stream when it is needed. */
function askingLog({ eventStore, vault }: Log): LogKnowledge {
  const there = new Set<string>()
  const oneEvent = async (stream: string, direction: 'forwards' | 'backwards') => {
    const [event] = await eventStore.readStream(stream, { direction, maxCount: 1 })
    if (event !== undefined) there.add(stream)
    return event
  }
  return {
    recordOf: async (stream) => {
      const last = await oneEvent(stream, 'backwards')
      return last && knownBy(last)
    },
    holderOf: async (stream) => {
      const first = await oneEvent(stream, 'forwards')
      return first && stampHolder(first, vault)
    },
    isThere: (stream) => there.has(stream),
    mayBeThere: (stream) => there.has(stream),
    mayBeClaimed: () => true,
    latest: () => undefined,
  }
}

interface RecordOfLine extends KnownRecord {
  readonly holder: string
}

/** Reads the log and keeps what the file is about; undefined when the log turns out to be too long. */
async function readingLog(
  { eventStore, vault }: Log,
  survey: Survey,
): Promise<LogKnowledge | undefined> {
  const found = new Map<string, RecordOfLine>()
  const claimed = new Set<string>()
  const kept = keepEvents(MAX_KEPT)
  let left = survey.lines() * EVENTS_PER_LINE
  for await (const event of eventStore.readLog(START_OF_LOG)) {
    left -= 1
    if (left < 0) return undefined
    if (CLAIMS.has(categoryOf(event.stream))) claimed.add(event.stream)
    if (!survey.isAbout(event.stream)) continue
    const holder = found.get(event.stream)?.holder ?? (await stampHolder(event, vault))
    found.set(event.stream, { ...knownBy(event), holder })
    kept.keep(event)
  }
  return {
    recordOf: async (stream) => found.get(stream),
    holderOf: async (stream) => found.get(stream)?.holder,
    isThere: (stream) => found.has(stream),
    mayBeThere: (stream) => found.has(stream),
    mayBeClaimed: (stream) => claimed.has(stream),
    latest: kept.take,
  }
}
