import { CommandError } from '#kernel/platform/cli/command.ts'
import type { EventMacs } from '#kernel/platform/event-store/event-store.ts'
import { describes, type LogEvent } from '#kernel/platform/event-store/whole-log/log-event.ts'
import type { LogProgress } from '#kernel/platform/event-store/whole-log/progress.ts'
import { eventHash, GENESIS, nextHead } from '#kernel/platform/log-chain/event-hash.ts'
import { type Pin, pinCheck } from '#kernel/platform/log-chain/pin-check.ts'
import { entryOnLine } from '#kernel/platform/log-chain/witness.ts'
import { eventIn, openedEvent } from './event-lines.ts'
import { readLines } from './line-files.ts'
import { fileNamed, type Manifest } from './manifest.ts'
import { fileOf, LOG_FILE, WITNESS_FILE } from './names.ts'
import { keptTables } from './tables.ts'

export interface CheckedArchive {
  /** Events whose MAC is not valid: the log had them already. */
  readonly forged: number
}

interface Archive {
  readonly folder: string
  readonly manifest: Manifest
  readonly macs: EventMacs
  /** Heads that were kept elsewhere: the log must have them all. */
  readonly pins?: readonly Pin[]
}

/** Reads a whole backup; throws if anything in it is not what was written, or does not fit together. */
export async function checkArchive(
  archive: Archive,
  progress: LogProgress,
): Promise<CheckedArchive> {
  const { folder, manifest } = archive
  for (const table of keptTables) {
    for await (const line of readLines(folder, fileNamed(manifest, fileOf(table)))) JSON.parse(line)
  }
  const pins = pinCheck([...(archive.pins ?? []), ...(await witnessed(archive))])
  let reached = { count: 0, head: GENESIS }
  let forged = 0
  progress.begin('checking the backup', BigInt(manifest.log.position))
  for await (const event of eventsIn(archive)) {
    progress.reached(event.position)
    if (!isCounted(event)) continue
    const opened = openedEvent(event)
    if (!archive.macs.isGenuine(opened)) forged += 1
    reached = { count: reached.count + 1, head: nextHead(reached.head, eventHash(opened)) }
    pins.reached(reached.count, reached.head)
  }
  progress.end()
  const { events, head } = manifest.log
  if (reached.count !== events || reached.head.toString('hex') !== head) {
    throw new CommandError(
      `The backup is damaged: its log has ${reached.count} events, and not the ${events} of its manifest.`,
    )
  }
  const { fault } = pins.end()
  if (fault !== undefined)
    throw new CommandError(
      `The witness, or a head that was kept elsewhere, does not fit the log of the backup: ${fault}.`,
    )
  return { forged }
}

/** The log of a backup, in order. */
export async function* eventsIn({
  folder,
  manifest,
}: Pick<Archive, 'folder' | 'manifest'>): AsyncGenerator<LogEvent, void> {
  for await (const line of readLines(folder, fileNamed(manifest, LOG_FILE))) yield eventIn(line)
}

/** Whether the hash chain counts the event. */
export const isCounted = (event: LogEvent) =>
  !describes(event) && !event.stream.startsWith('$') && !event.type.startsWith('$')

async function witnessed({ folder, manifest }: Archive): Promise<readonly Pin[]> {
  if (manifest.witnessedUpTo === null) return []
  const pins: Pin[] = []
  for await (const line of readLines(folder, fileNamed(manifest, WITNESS_FILE))) {
    const entry = entryOnLine(line, WITNESS_FILE)
    if (entry.kind === 'head') pins.push({ count: entry.head.count, head: entry.head.head })
  }
  return pins
}
