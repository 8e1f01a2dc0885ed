import { CommandError } from '#kernel/platform/cli/command.ts'
import type { StoreClient } from '../store-client.ts'
import { carryOver } from './carry-over.ts'
import { areAlike } from './digest.ts'
import { isCopied, type LogEvent, named } from './log-event.ts'
import { readHead, readLog } from './log-reads.ts'
import type { LogProgress } from './progress.ts'
import { runsOf } from './runs.ts'

export interface Logs {
  readonly source: StoreClient
  readonly target: StoreClient
  /** The head of the source at the start; later events are not copied. */
  readonly head: bigint
}

export interface Copied {
  readonly alreadyThere: number
  readonly copied: number
}

/**
 * Copies a log to another store, in order. Existing events of the target must equal the beginning of
 * the source; the copy continues after them.
 */
export const copyLog = (logs: Logs, progress: LogProgress): Promise<Copied> =>
  copyEvents(readLog(logs.source, logs.head), logs, progress)

/** The same from anything that gives the events of a log in order. */
export async function copyEvents(
  events: AsyncIterable<LogEvent>,
  logs: Pick<Logs, 'target' | 'head'>,
  progress: LogProgress,
): Promise<Copied> {
  const ours = copiedEvents(events)
  try {
    const alreadyThere = await skipWhatIsThere(logs, ours, progress)
    progress.begin('copying', logs.head)
    let copied = 0
    for await (const run of runsOf(ours)) {
      await carryOver(logs.target, run)
      copied += run.length
      for (const { position } of run) progress.reached(position)
    }
    return { alreadyThere, copied }
  } finally {
    progress.end()
    await ours.return(undefined)
  }
}

/** The events to copy. */
export async function* copiedEvents(
  events: AsyncIterable<LogEvent>,
): AsyncGenerator<LogEvent, undefined> {
  for await (const event of events) if (isCopied(event)) yield event
}

async function skipWhatIsThere(
  { target, head }: Pick<Logs, 'target' | 'head'>,
  source: AsyncGenerator<LogEvent, undefined>,
  progress: LogProgress,
): Promise<number> {
  const targetHead = await readHead(target)
  let count = 0
  if (targetHead > 0n) progress.begin('checking existing events', head)
  for await (const there of copiedEvents(readLog(target, targetHead))) {
    const { value: here } = await source.next()
    if (here === undefined || !areAlike(here, there)) throw notTheBeginning(here, there)
    progress.reached(here.position)
    count += 1
  }
  return count
}

const notTheBeginning = (here: LogEvent | undefined, there: LogEvent) =>
  new CommandError(
    `the target is not a copy of the source: it has ${named(there)} where the source ${
      here === undefined ? 'ends' : `has ${named(here)}`
    }. Nothing was appended.`,
  )
