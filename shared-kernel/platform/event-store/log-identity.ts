import { sharedRun } from '../waiting/shared-run.ts'
import { emptyIfTombstoned } from './errors.ts'
import {
  AnotherLog,
  type EventMacs,
  type EventReference,
  type LogPlace,
  type PositionNotInLog,
  type StoredEvent,
} from './event-store.ts'
import { type LogPosition, START_OF_LOG } from './log-position.ts'
import type { Reader } from './reader.ts'
import { standingFor } from './standing-for.ts'

/** So many events at the beginning may be another program's. */
const BEGINNING = 1_000

/** Checks that the event store still has the log that its followers have followed so far. */
export interface LogIdentity {
  /** Throws AnotherLog if the place's last event is not where it was. */
  readonly check: (place: LogPlace, deadlineMs?: number) => Promise<void>
  /** The finding, if the store does not have the place's position. */
  readonly lacksPosition: (reason: PositionNotInLog) => Promise<AnotherLog>
  readonly anotherLog: () => AnotherLog | undefined
  /** Takes note of an event that is certainly in the log, because it was read or written. */
  readonly seen: (event: EventReference | undefined) => void
  readonly lastSeen: () => EventReference | undefined
  /** Throws AnotherLog if the log lacks the event noted last; it keeps no finding, as no check would clear it. */
  readonly confirm: (deadlineMs: number) => Promise<void>
}

export function createLogIdentity(
  reader: Pick<Reader, 'readStream' | 'eventAt'> & LogReads,
  macs: Pick<EventMacs, 'isNamedAsOurs'>,
  setBack: () => AnotherLog | undefined = () => undefined,
): LogIdentity {
  const tolerant: Pick<Reader, 'readStream' | 'eventAt'> = {
    ...reader,
    readStream: (...read) => reader.readStream(...read).catch(emptyIfTombstoned),
  }
  /** By the missing event. A later check that finds the event clears its finding. */
  const findings = new Map<string, AnotherLog>()
  let lastSeen: EventReference | undefined

  function found(missed: string, finding: AnotherLog) {
    findings.set(missed, finding)
    return finding
  }

  /** For a follower that starts at the beginning: a log written with other keys, or without, is not ours. */
  const checkFirst = sharedRun(async () => {
    const { hasGenuine, strange } = await beginningOf(reader)
    if (strange === undefined || hasGenuine) return
    const { type, stream, revision } = strange
    const wrong = `${type} at revision ${revision} of ${stream}, which this vault did not sign`
    const difference = { isCertain: true, isOurs: false }
    throw found(strange.id, new AnotherLog('events with our MAC', wrong, difference))
  })

  async function differenceOf(event: EventReference, deadlineMs?: number) {
    const there = await standingFor(tolerant, event, deadlineMs)
    if (there?.id === event.id && there.position === event.position) return undefined
    return differenceAt(reader, event, there)
  }

  return {
    check: async ({ position, lastEvent }, deadlineMs) => {
      // Places of earlier versions may refer to an event of another program, which may delete it.
      if (lastEvent === undefined || !macs.isNamedAsOurs(lastEvent.stream)) return checkFirst()
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
    anotherLog: () => findings.values().next().value ?? setBack(),
    seen: (event) => {
      if (event === undefined) return
      if (lastSeen === undefined || event.position > lastSeen.position) lastSeen = event
    },
    lastSeen: () => lastSeen,
    confirm: async (deadlineMs) => {
      const difference = lastSeen && (await differenceOf(lastSeen, deadlineMs))
      if (difference !== undefined) throw difference
    },
  }
}

interface LogReads {
  readonly readLog: (behind: LogPosition) => AsyncIterable<StoredEvent>
}

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

/** The log is ours if our vault's key signed events at its beginning; other programs' may come first. */
const isOurs = async (log: LogReads): Promise<boolean> => (await beginningOf(log)).hasGenuine

/** Whether there are events of ours, and the first one that another Sarraf may have written. */
async function beginningOf({ readLog }: LogReads) {
  let strange: StoredEvent | undefined
  let lookedAt = 0
  for await (const event of readLog(START_OF_LOG)) {
    if (event.isGenuine) return { hasGenuine: isSarrafs(event), strange }
    if (isSarrafs(event)) strange ??= event
    lookedAt += 1
    if (lookedAt === BEGINNING) break
  }
  return { hasGenuine: false, strange }
}

const isSarrafs = ({ metadata }: StoredEvent) => typeof metadata['companyId'] === 'string'
