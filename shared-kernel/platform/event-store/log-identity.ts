import {
  AnotherLog,
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
  readonly lacksPosition: (reason: PositionNotInLog) => AnotherLog
  readonly anotherLog: () => AnotherLog | undefined
}

export function createLogIdentity({
  readStream,
  readLog,
}: Pick<Reader, 'readStream' | 'readLog'>): LogIdentity {
  /** By what was missed; a place that is found again takes its own finding back. */
  const findings = new Map<string, AnotherLog>()

  function found(missed: string, finding: AnotherLog) {
    findings.set(missed, finding)
    return finding
  }

  /** Who starts at the beginning: a log that Sarraf wrote with other keys, or with none, is not ours. */
  async function checkFirst() {
    const { value: first } = await readLog(START_OF_LOG).next()
    if (first === undefined || first.isGenuine || !isSarrafs(first)) return
    const { type, stream, revision } = first
    const wrong = `${type} at revision ${revision} of ${stream}, which this vault did not sign`
    throw found(first.id, new AnotherLog('events with our MAC', wrong, { isCertain: true }))
  }

  return {
    check: async ({ position, lastEvent }, deadlineMs) => {
      if (lastEvent === undefined) return checkFirst()
      const { id, stream, revision } = lastEvent
      const [there] = await readStream(stream, { from: revision, maxCount: 1 }, deadlineMs)
      if (there?.id !== id || there.position !== lastEvent.position) {
        const expected = `event ${id} (${stream}@${revision}) at position ${lastEvent.position.toString()}`
        throw found(id, anotherLog(expected, there, id))
      }
      findings.delete(id)
      findings.delete(position.toString())
    },
    lacksPosition: (reason) =>
      found(
        reason.position.toString(),
        new AnotherLog('an event at its position', reason.message, { isCertain: true }),
      ),
    anotherLog: () => findings.values().next().value,
  }
}

const isSarrafs = ({ metadata }: StoredEvent) => typeof metadata['companyId'] === 'string'

function anotherLog(expected: string, there: StoredEvent | undefined, id: string) {
  if (there === undefined) return new AnotherLog(expected, 'nothing there', { isCertain: false })
  const at = `at position ${there.position.toString()}`
  const found = there.id === id ? `it ${at}` : `event ${there.id} ${at}`
  return new AnotherLog(expected, found, { isCertain: true })
}
