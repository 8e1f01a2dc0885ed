import type { ClientBase } from 'pg'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { type Copied, copyLog, type Logs } from '#kernel/platform/event-store/whole-log/copy-log.ts'
import { readHead } from '#kernel/platform/event-store/whole-log/log-reads.ts'
import type { LogProgress } from '#kernel/platform/event-store/whole-log/progress.ts'
import { compareLogs, type LogComparison } from './compare-logs.ts'
import { readKeptPositions } from './kept-positions.ts'
import { createPositionMap } from './position-map.ts'
import { askedOf, translate } from './translation.ts'
import { writeTranslation } from './write-translation.ts'

export interface Moved extends Copied, LogComparison {
  /** The number of translated positions; null if the logs differ and nothing was changed. */
  readonly translated: { readonly places: number; readonly events: number } | null
}

/**
 * Copies a log to another store and translates the positions in the database. An interrupted move can
 * be repeated: each step keeps what is done.
 */
export async function moveLog(
  logs: Logs,
  database: ClientBase,
  progress: LogProgress,
): Promise<Moved> {
  const kept = await readKeptPositions(database)
  const map = createPositionMap(askedOf(kept))
  const copied = await copyLog(logs, progress)
  const comparison = await compareLogs(logs, progress, map.add)
  const moved = { ...copied, ...comparison }
  if (!comparison.equal) return { ...moved, translated: null }
  if ((await readHead(logs.source)) !== logs.head) {
    throw new CommandError('A program is writing to the source: stop the system first.')
  }
  const { places, events } = translate(kept, map)
  await writeTranslation(database, { places, events })
  return { ...moved, translated: { places: places.length, events: events.length } }
}
