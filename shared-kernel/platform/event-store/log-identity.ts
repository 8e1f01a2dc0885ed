import {
  AnotherLog,
  type EventReference,
  type EventStore,
  type LogPlace,
  type PositionNotInLog,
  type StoredEvent,
} from './event-store.ts'
import { START_OF_LOG } from './log-position.ts'
import type { Reader } from './reader.ts'

/** Whether the event store has the log that its followers have followed so far. */
export interface LogIdentity {
  /** Throws AnotherLog unless the last event of the place is where it was. */
  readonly check: (place: LogPlace, deadlineMs?: number) => Promise<void>
  /** The store does not even have the place's position. */
  readonly lacksPosition: (reason: PositionNotInLog) => Promise<AnotherLog>
  readonly anotherLog: () => AnotherLog | undefined
  /** An event that is in the log for certain, because it was read or written. */
  readonly seen: (event: EventReference | undefined) => void
  /** Throws AnotherLog if the log does not have what was seen last; keeps no finding, since nobody looks again. */
  readonly confirm: (deadlineMs: number) => Promise<void>
}

export function createLogIdentity(reader: Pick<Reader, 'readStream' | 'readLog'>): LogIdentity {
  const { readStream } = reader
  /** By what was missed; a place that is found again takes its own finding back. */
  const findings = new Map<string, AnotherLog>()
  let lastSeen: EventReference | undefined

  function found(missed: string, finding: AnotherLog) {
    findings.set(missed, finding)
    return finding
  }

  /** Who starts at the beginning: a log that Sarraf wrote with other keys, or with none, is not ours. */
  async function checkFirst() {
    const first = await firstIn(reader)
    if (first === undefined || first.isGenuine || !isSarrafs(first)) return
    const { type, stream, revision } = first
    const wrong = `${type} at revision ${revision} of ${stream}, which this vault did not sign`
    const difference = { isCertain: true, isOurs: false }
    throw found(first.id, new AnotherLog('events with our MAC', wrong, difference))
  }

  async function differenceOf(event: EventReference, deadlineMs?: number) {
    const { id, stream, revision, position } = event
    const [there] = await readStream(stream, { from: revision, maxCount: 1 }, deadlineMs)
    const isThere = there?.id === id && there.position === position
    return isThere ? undefined : differenceAt(reader, event, there)
  }

  return {
    check: async ({ position, lastEvent }, deadlineMs) => {
      if (lastEvent === undefined) return checkFirst()
      const difference = await differenceOf(lastEvent, deadlineMs)
      if (difference !== undefined) throw found(lastEvent.id, difference)
      findings.delete(lastEvent.id)
      findings.delete(position.toString())
    },
    lacksPosition: async (reason) => {
      const difference = { isCertain: true, isOurs: await isOurs(reader) }
      const finding = new AnotherLog('an event at its position', reason.message, difference)
      return found(reason.position.toString(), finding)
    },
    anotherLog: () => findings.values().next().value,
    seen: (event) => {
      if (event === undefined) return
      if (lastSeen === undefined || event.position > lastSeen.position) lastSeen = event
    },
    confirm: async (deadlineMs) => {
      const difference = lastSeen && (await differenceOf(lastSeen, deadlineMs))
      if (difference !== undefined) throw difference
    },
  }
}

type LogReads = Pick<EventStore, 'readLog'>

/** Another event, or none, is where one was; or it is at another position. */
export async function differenceAt(
  log: LogReads,
  { id, stream, revision, position }: EventReference,
  there: StoredEvent | undefined,
): Promise<AnotherLog> {
  const expected = `event ${id} (${stream}@${revision}) at position ${position.toString()}`
  if (there === undefined) {
    return new AnotherLog(expected, 'nothing there', {
      isCertain: false,
      isOurs: await isOurs(log),
    })
  }
  const at = `at position ${there.position.toString()}`
  if (there.id === id) {
    return new AnotherLog(expected, `it ${at}`, { isCertain: true, isOurs: false })
  }
  const difference = { isCertain: true, isOurs: await isOurs(log) }
  return new AnotherLog(expected, `event ${there.id} ${at}`, difference)
}

/** A log is known by its first event: only who has our vault can have signed it. */
async function isOurs(log: LogReads): Promise<boolean> {
  const first = await firstIn(log)
  return first !== undefined && first.isGenuine && isSarrafs(first)
}

async function firstIn({ readLog }: LogReads): Promise<StoredEvent | undefined> {
  for await (const event of readLog(START_OF_LOG)) return event
  return undefined
}

const isSarrafs = ({ metadata }: StoredEvent) => typeof metadata['companyId'] === 'string'
