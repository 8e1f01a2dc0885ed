import { copiedEvents, type Logs } from '#kernel/platform/event-store/whole-log/copy-log.ts'
import {
  areAlike,
  createDigest,
  type Digest,
} from '#kernel/platform/event-store/whole-log/digest.ts'
import { type LogEvent, named } from '#kernel/platform/event-store/whole-log/log-event.ts'
import { readHead, readLog } from '#kernel/platform/event-store/whole-log/log-reads.ts'
import type { LogProgress } from '#kernel/platform/event-store/whole-log/progress.ts'

export interface LogComparison {
  readonly source: Digest
  readonly target: Digest
  readonly equal: boolean
  /** The first difference; null if the logs are equal. */
  readonly difference: string | null
}

/** Called for each event that both logs hold, with both versions of it. */
type Met = (inSource: LogEvent, inTarget: LogEvent) => void

/** Reads both logs from their beginnings, side by side, and computes the digest of each. */
export async function compareLogs(
  logs: Logs,
  progress: LogProgress,
  met: Met = () => undefined,
): Promise<LogComparison> {
  const source = copiedEvents(readLog(logs.source, logs.head))
  const target = copiedEvents(readLog(logs.target, await readHead(logs.target)))
  const [ours, theirs] = [createDigest(), createDigest()]
  let difference: string | undefined
  progress.begin('comparing', logs.head)
  for (;;) {
    const [{ value: one }, { value: other }] = await Promise.all([source.next(), target.next()])
    if (one === undefined && other === undefined) break
    if (one !== undefined) ours.add(one)
    if (other !== undefined) theirs.add(other)
    difference ??= differenceBetween(one, other)
    if (difference === undefined && one && other) met(one, other)
    if (one !== undefined) progress.reached(one.position)
  }
  progress.end()
  const [sourceDigest, targetDigest] = [ours.result(), theirs.result()]
  const equal =
    sourceDigest.events === targetDigest.events && sourceDigest.sha256 === targetDigest.sha256
  return { source: sourceDigest, target: targetDigest, equal, difference: difference ?? null }
}

function differenceBetween(one: LogEvent | undefined, other: LogEvent | undefined) {
  if (one !== undefined && other !== undefined && areAlike(one, other)) return undefined
  return `source: ${one ? named(one) : 'nothing'}; target: ${other ? named(other) : 'nothing'}`
}
