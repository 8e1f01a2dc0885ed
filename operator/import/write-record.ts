import { LRUCache } from 'lru-cache'
import { CommandError } from '#kernel/platform/cli/command.ts'
import {
  type EventStore,
  type NewEvent,
  type PlacedEvent,
  RevisionConflict,
} from '#kernel/platform/event-store/event-store.ts'
import { type LogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import type { CheckedLine, Claim, ImportRun } from './kind.ts'
import { stampHolder } from './kinds/bank-transaction-stamp.ts'
import type { LogKnowledge } from './log-knowledge.ts'
import type { PastDocuments } from './past-documents.ts'

const MAX_ATTEMPTS = 20

const MAX_REMEMBERED = { max: 10_000, maxSize: 16 * 1024 * 1024 }

export interface WrittenRecord {
  readonly isChange: boolean
  /** Nothing was known of the record before. */
  readonly isNew: boolean
  /** Where in the log the record is as the line says. */
  readonly position: LogPosition
}

/** Makes a record as a line says, unless it is so already. */
export type WriteRecord = (checkedLine: CheckedLine, run: ImportRun) => Promise<WrittenRecord>

/** What is known of the log spares questions and vain attempts; it need not be all. */
export function recordWriter(
  eventStore: EventStore,
  { isThere, mayBeThere, latest: known }: Omit<LogKnowledge, 'recordOf' | 'holderOf'>,
  documents: Pick<PastDocuments, 'hold' | 'latestOf' | 'unchangedAt'>,
): WriteRecord {
  const remembered = new LRUCache<string, PlacedEvent>({
    ...MAX_REMEMBERED,
    sizeCalculation: ({ data }) => JSON.stringify(data).length,
  })

  async function latestOf(stream: string): Promise<PlacedEvent | undefined> {
    const last = { direction: 'backwards', maxCount: 1 } as const
    const [latest] = await eventStore.readStream(stream, last)
    return latest
  }

  /** Nothing, when the record has changed since it was read. */
  async function append(stream: string, change: NewEvent, latest: PlacedEvent | undefined) {
    try {
      const expected = latest?.revision ?? 'no_stream'
      const { revision, position } = await eventStore.append(stream, [change], expected)
      remembered.set(stream, { ...change, stream, revision, position, isGenuine: true })
      return position
    } catch (error) {
      if (error instanceof RevisionConflict) return undefined
      throw error
    }
  }

  async function holdClaim({ field, stream, holder, assign }: Claim, run: ImportRun) {
    const assignment = isThere(stream) ? undefined : await assign?.(run)
    if (assignment === undefined) return
    if ((await append(stream, assignment, undefined)) !== undefined) return
    const [first] = await eventStore.readStream(stream, { maxCount: 1 })
    const taken = first && (await stampHolder(first, run.vault))
    if (taken !== holder) throw new CommandError(`${field}: is given to ${taken}`)
  }

  return async (checkedLine, run) => {
    const { stream, claim, past, change: changeFrom } = checkedLine
    if (claim !== undefined) await holdClaim(claim, run)
    const standsAt = past && documents.unchangedAt(stream)
    if (standsAt !== undefined) return { isChange: false, isNew: false, position: standsAt }
    const read = past === undefined ? latestOf : documents.latestOf
    let latest = past === undefined ? (remembered.get(stream) ?? known(stream)) : undefined
    if (latest === undefined && mayBeThere(stream)) latest = await read(stream)
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const change = await changeFrom(latest, run)
      if (change === undefined)
        return { isChange: false, isNew: false, position: latest?.position ?? START_OF_LOG }
      if (past !== undefined) await documents.hold(past, latest, run)
      const position = await append(stream, change, latest)
      const isNew = latest === undefined
      if (position !== undefined) return { isChange: true, isNew, position }
      latest = await read(stream)
    }
    throw new CommandError(`${stream} is being changed by others all the time`)
  }
}
