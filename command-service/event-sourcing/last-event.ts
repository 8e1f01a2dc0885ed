import { readFile, rename, writeFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { errorCode } from '#kernel/platform/errors/error-code.ts'
import type { EventStore, LogPlace } from '#kernel/platform/event-store/event-store.ts'
import { keepPlace, readPlace } from '#kernel/platform/event-store/kept-place.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { standingFor } from '#kernel/platform/event-store/standing-for.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { ConfigurationError } from '#kernel/platform/settings/read.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { inBackground } from '#kernel/platform/waiting/background.ts'
import { every } from '#kernel/platform/waiting/every.ts'
import { unlessAborted } from '#kernel/platform/waiting/timing.ts'

/** How many acknowledged events a crash may leave out of the file: those of that time. */
const WRITE_EVERY_MS = 100

/** What the stores must have. */
interface KeptOutside {
  readonly places: readonly LogPlace[]
  /** Undefined before the first one. */
  readonly lastKey: string | undefined
}

const KeyInFile = Compile(Type.Object({ lastKey: Type.Optional(Type.String()) }))
const nothing: KeptOutside = { places: [], lastKey: undefined }

/**
 * What the file names; nothing if there is no file yet. Throws a `ConfigurationError` if it cannot be read:
 * an unknown place would protect nothing.
 */
export async function keptOutside(file: string | null): Promise<KeptOutside> {
  if (file === null) return nothing
  try {
    const text = await readFile(file, 'utf8')
    const { lastKey } = KeyInFile.Parse(JSON.parse(text))
    return { places: [readPlace(text)], lastKey }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return nothing
    throw new ConfigurationError(
      'LAST_EVENT names a file that holds no place of a log: look whether the log is whole, then put the file aside (docs/operations.md)',
      { cause: error },
    )
  }
}

/**
 * The store's check, for a place that was kept outside: a log that was moved or restored has the event
 * at another position, and whoever moved it did not know of the file.
 */
export const checkingEvents = (eventStore: ChecksEvents) => ({
  checkPlace: async (place: LogPlace) => {
    const { lastEvent } = place
    if (lastEvent === undefined) return
    const there = await standingFor(eventStore, lastEvent)
    if (there?.id !== lastEvent.id) await eventStore.checkPlace(place)
  },
})

type ChecksEvents = Pick<EventStore, 'eventAt' | 'readStream' | 'checkPlace'>

interface Keeping {
  readonly file: string | null
  readonly eventStore: Pick<EventStore, 'lastSeen'>
  readonly vault: Pick<Vault, 'lastKey'>
  /** Resolves when the log is known to have what the file names, or the search for that is aborted. */
  readonly ownLog: Promise<void>
  readonly search: AbortSignal
  readonly logger: Logger
}

/**
 * Keeps the last event and the last key that are known, beside the database: a database that was put back,
 * or a standby that lacks the last transactions, takes its own record of them along. No request waits for it.
 */
export function keepLastEvent({ file, eventStore, vault, ownLog, search, logger }: Keeping) {
  let kept: LogPosition | undefined

  async function keep(into: string) {
    const lastEvent = eventStore.lastSeen()
    if (lastEvent === undefined || lastEvent.position === kept) return
    // Several processes may share the file: each renames its own.
    const written = `${into}.${process.pid}`
    const place = keepPlace({ position: lastEvent.position, lastEvent })
    const text = JSON.stringify({ ...place, lastKey: vault.lastKey.known() })
    await writeFile(written, text, { mode: 0o600 })
    await rename(written, into)
    kept = lastEvent.position
  }

  async function keepOn(into: string, closing: AbortSignal) {
    await unlessAborted(closing, ownLog)
    if (search.aborted) return
    await every(WRITE_EVERY_MS, closing, () =>
      keep(into).catch((error: unknown) =>
        logger.error({ err: error }, 'the file of LAST_EVENT cannot be written'),
      ),
    )
    await keep(into)
  }
  // What is closed before the log is known keeps nothing.
  return inBackground(async (closing) => {
    if (file !== null) await keepOn(file, closing).catch(() => undefined)
  })
}
