import type { StoredEvent } from './event-store.ts'

/** Twice as many are remembered at most. */
const REMEMBERED = 4_096
const MAX_JUMPS = 1_000

/** The store has left out events of a stream. */
export class EventsLeftOut extends Error {
  override readonly name = 'EventsLeftOut'

  constructor({ stream, revision }: StoredEvent, after: bigint) {
    super(`after revision ${after} of ${stream} came revision ${revision}`)
  }
}

/** Between two revisions that a follower has seen one after the other. */
export interface RevisionJump {
  readonly stream: string
  readonly after: bigint
  readonly before: bigint
}

/** Notices when a stream's revisions jump, in the streams that a follower has seen last. */
export interface RevisionWatch {
  /** The first jump in a batch: the batch is to be read again. What is left out again is remembered. */
  readonly see: (events: readonly StoredEvent[]) => EventsLeftOut | undefined
  /** What was left out twice. */
  readonly jumps: () => readonly RevisionJump[]
}

export function watchRevisions(isNamedAsOurs: (stream: string) => boolean): RevisionWatch {
  let recent = new Map<string, bigint>()
  let older = new Map<string, bigint>()
  const jumps: RevisionJump[] = []
  let readAgain = new Set<string>()

  function remember(stream: string, revision: bigint) {
    recent.set(stream, revision)
    if (recent.size < REMEMBERED) return
    older = recent
    recent = new Map()
  }

  return {
    see(events) {
      for (const event of events) {
        const { stream, revision } = event
        const before = recent.get(stream) ?? older.get(stream)
        const isJump = before !== undefined && revision > before + 1n
        if (isJump && event.isGenuine && isNamedAsOurs(stream)) {
          const isSecond = readAgain.has(event.id)
          readAgain.add(event.id)
          if (!isSecond) return new EventsLeftOut(event, before)
          if (jumps.length < MAX_JUMPS) jumps.push({ stream, after: before, before: revision })
        }
        remember(stream, revision)
      }
      if (readAgain.size > 0) readAgain = new Set()
      return undefined
    },
    jumps: () => jumps,
  }
}
