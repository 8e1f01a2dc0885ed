import { setTimeout as pause } from 'node:timers/promises'
import { ANY, type EventStoreDBClient } from '@eventstore/db-client'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { pauseMs } from '#kernel/platform/waiting/timing.ts'
import type { Entry } from './carried.ts'
import { type LogEvent, named } from './log-event.ts'
import { appendAsTheyAre, OtherRevision } from './log-writes.ts'

const PATIENCE_MS = 60_000

/**
 * Sends one write at a time. Concurrent writes might change places, but the copy must keep the order
 * of the log.
 */
export async function carryOver(target: EventStoreDBClient, run: readonly Entry[]): Promise<void> {
  const [first] = run
  if (first === undefined) return
  const { carrying, event } = first
  if (carrying === 'append')
    await append(
      target,
      run.map((entry) => entry.event),
    )
  else if (carrying === 'tombstone') await target.tombstoneStream(event.stream, atAnyRevision)
  else await target.deleteStream(event.stream.slice(2), atAnyRevision)
}

/** No other program writes to the target, and the stream is already at the right revision. */
const atAnyRevision = { expectedRevision: ANY } as const

/** Without an answer the outcome is unknown. Sending the same events again settles it. */
async function append(target: EventStoreDBClient, events: readonly LogEvent[]): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  for (let failures = 0; ; failures += 1) {
    try {
      await appendAsTheyAre(target, events)
      return
    } catch (error) {
      if (error instanceof OtherRevision) throw refusal(events, error)
      if (!mayPass(error) || Date.now() > deadline) throw error
      await pause(pauseMs(failures))
    }
  }
}

const mayPass = (error: unknown) =>
  error instanceof Error &&
  'type' in error &&
  /unavailable|cancelled|deadline|timeout|not-leader/.test(String(error.type))

function refusal([first]: readonly LogEvent[], { current }: OtherRevision): CommandError {
  if (first === undefined) return new CommandError('nothing was to be appended')
  const { stream, revision } = first
  return new CommandError(
    current < 0n && revision > 0n
      ? `the source no longer has the beginning of ${stream}: its revisions cannot be kept`
      : `${named(first)} does not fit: the target's stream ends at ${current}. Another program writes to it.`,
  )
}
