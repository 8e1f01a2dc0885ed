import { randomUUID } from 'node:crypto'
import { appendOne } from '#command/event-sourcing/append.ts'
import { sanctionListsIn } from '#command/providers/sanction-lists/in-vault.ts'
import type {
  ImportedVersion,
  ListEntry,
  ListName,
} from '#command/providers/sanction-lists/port.ts'
import { eventIdFrom } from '#kernel/domain/ids.ts'
import { instantOf } from '#kernel/domain/instant.ts'
import {
  type SanctionListEvent,
  sanctionListEvents,
  sanctionListStream,
} from '#kernel/events/sanction-list.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import type { System } from '#kernel/platform/cli/connections.ts'
import { operatorOrigin } from '#kernel/platform/cli/operator-origin.ts'
import type { Source } from '#kernel/platform/cli/source.ts'
import { commonClock } from '#kernel/platform/database/common-clock.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { decodeEvents } from '#kernel/platform/recording/event-codec.ts'
import { keptEntries } from '#kernel/platform/vault/list-entries.ts'
import { type ListFile, READER } from './read-list.ts'
import { hashOf, type SurveyedList } from './survey-list.ts'

/** Lists are no company's. */
const OWNER = { companyId: 'system', purpose: 'company', person: 'company' } as const
const MAX_ATTEMPTS = 5
/** The number of versions of a list that is imported every day for ten years. */
const MAX_VERSIONS = 4_000
const VERSION_DIGITS = 12

export type ImportedList =
  | {
      readonly outcome: 'imported' | 'unchanged'
      readonly version: string
      readonly rows: number
      /** Where in the log this version became the one in use. */
      readonly position: LogPosition
    }
  /** Too much of it is not found: the version in use stays. */
  | { readonly outcome: 'refused' }
  /** Another version is in use than the one that it was compared with. */
  | { readonly outcome: 'overtaken' }

interface ListImport {
  readonly list: ListName
  readonly source: Source
  readonly survey: SurveyedList
  /** The revision of the version that it was compared with; a person who imports need not compare. */
  readonly comparedWith?: bigint | 'none'
  /** Tells what was found, and says whether that is enough; asked of a new version alone. */
  readonly proves: () => Promise<boolean>
}

/** Makes a surveyed file the version in use of the list of that name, unless it is that already. */
export async function importList(
  system: System,
  { list, source, survey, comparedWith, proves }: ListImport,
): Promise<ImportedList> {
  const { sha256, file, badRows: skippedRows } = survey
  const lists = await sanctionListsIn(system.pool)
  const now = await commonClock(system.pool)
  let isProven = false
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const latest = await latestOf(system, list)
    if (latest?.data.sha256 === sha256 && latest.data.reader === READER) {
      const { version, rows } = latest.data
      return { outcome: 'unchanged', version, rows, position: latest.position }
    }
    const isAsCompared = (latest?.revision ?? 'none') === comparedWith
    if (comparedWith !== undefined && !isAsCompared) return { outcome: 'overtaken' }
    isProven ||= await proves()
    if (!isProven) return { outcome: 'refused' }
    const importedAt = instantOf(now())
    const version = await freeVersion(system, { list, day: importedAt.slice(0, 10), sha256 })
    const kept = { list, version, sha256, format: file.format, skippedRows }
    const rows = await lists.keep(kept, goodEntries(file, source, sha256))
    const { sha256: entriesSha256 } = await keptEntries(system.pool, kept)
    const position = await append(system, latest?.revision, {
      type: 'SanctionListImported',
      data: { ...kept, rows, entriesSha256, reader: READER, importedAt },
    })
    if (position !== undefined) return { outcome: 'imported', version, rows, position }
  }
  throw new CommandError(`Other imports keep replacing the list ${list}.`)
}

/** The same bytes as surveyed: if the file has changed in between, nothing of it is kept. */
async function* goodEntries(
  file: ListFile,
  source: Source,
  sha256: string,
): AsyncGenerator<ListEntry, void> {
  for await (const row of file.rows()) if (row.kind === 'entry') yield row.entry
  if ((await hashOf(source)) !== sha256) {
    throw new CommandError('The file was changed while it was imported.')
  }
}

/** The version in use of a list; undefined if nothing was imported. */
export const latestVersion = async (
  system: Pick<System, 'eventStore' | 'vault'>,
  list: ListName,
): Promise<ImportedVersion | undefined> => (await latestOf(system, list))?.data

/** The versions in use since one of them, the newest first and that one last; none if there is no such version. */
export async function versionsSince(
  system: Pick<System, 'eventStore' | 'vault'>,
  list: ListName,
  isThatOne: (version: SanctionListEvent['data'], position: LogPosition) => boolean,
): Promise<readonly ImportedVersion[]> {
  const versions = await versionsOf(system, list)
  const at = versions.findIndex(({ event, position }) => isThatOne(event.data, position))
  return versions.slice(0, at + 1).map(({ event }) => event.data)
}

/** Digits of the hash that no other reader has used: its entries are other ones. */
async function freeVersion(
  system: Pick<System, 'eventStore' | 'vault'>,
  { list, day, sha256 }: { list: ListName; day: string; sha256: string },
): Promise<string> {
  const taken = new Set(
    (await versionsOf(system, list))
      .filter(({ event }) => event.data.reader !== READER)
      .map(({ event }) => event.data.version),
  )
  for (let at = 0; at + VERSION_DIGITS <= sha256.length; at += VERSION_DIGITS) {
    const version = `${day}-${sha256.slice(at, at + VERSION_DIGITS)}`
    if (!taken.has(version)) return version
  }
  throw new CommandError(`The list ${list} has no free version for this file today.`)
}

/** The newest first. */
async function versionsOf(
  { eventStore, vault }: Pick<System, 'eventStore' | 'vault'>,
  list: ListName,
) {
  const backwards = { direction: 'backwards', maxCount: MAX_VERSIONS } as const
  const stored = await eventStore.readStream(sanctionListStream(list), backwards)
  return decodeEvents(vault, () => sanctionListEvents, stored)
}

export async function latestOf(
  { eventStore, vault }: Pick<System, 'eventStore' | 'vault'>,
  list: ListName,
) {
  const last = { direction: 'backwards', maxCount: 1 } as const
  const stored = await eventStore.readStream(sanctionListStream(list), last)
  const [recorded] = await decodeEvents(vault, () => sanctionListEvents, stored)
  return recorded && { ...recorded, data: recorded.event.data }
}

/** Undefined if another import replaced the list first. */
async function append(
  system: System,
  after: bigint | undefined,
  event: SanctionListEvent,
): Promise<LogPosition | undefined> {
  const stream = sanctionListStream(event.data.list)
  const commandId = randomUUID()
  const change = {
    family: sanctionListEvents,
    event,
    stream,
    id: eventIdFrom(commandId, stream),
    recordedAt: event.data.importedAt,
    origin: { ...operatorOrigin(commandId), companyId: OWNER.companyId },
    owner: OWNER,
  }
  return (await appendOne(system, change, after ?? 'no_stream'))?.position
}
