import { randomUUID } from 'node:crypto'
import { appendOne } from '#command/event-sourcing/append-one.ts'
import { sanctionListsIn } from '#command/providers/sanction-lists/in-vault.ts'
import type { ListEntry, ListName } from '#command/providers/sanction-lists/port.ts'
import { eventIdFrom } from '#kernel/domain/ids.ts'
import { type SanctionListEvent, sanctionListEvents } from '#kernel/events/sanction-list.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { operatorOrigin } from '#kernel/platform/cli/operator-origin.ts'
import { decodeEvents } from '#kernel/platform/event-codec.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { keptEntries } from '#kernel/platform/vault/list-entries.ts'
import type { System } from '../connect.ts'
import type { Source } from '../import/source.ts'
import type { ListFile } from './read-list.ts'
import { hashOf, type SurveyedList } from './survey-list.ts'

/** Lists are no company's. */
const OWNER = { companyId: 'system', purpose: 'company', person: 'company' } as const
const MAX_ATTEMPTS = 5
/** The number of versions of a list that is imported every day for ten years. */
const MAX_VERSIONS = 4_000
const VERSION_DIGITS = 12

export interface ImportedList {
  readonly version: string
  readonly rows: number
  readonly isChange: boolean
  /** Where in the log this version became the one in use. */
  readonly position: LogPosition
}

/** Makes a surveyed file the version in use of the list of that name, unless it is that already. */
export async function importList(
  system: System,
  { list, source, survey }: { list: ListName; source: Source; survey: SurveyedList },
): Promise<ImportedList> {
  const { sha256, file, badRows: skippedRows } = survey
  const lists = await sanctionListsIn(system.pool)
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const latest = await latestOf(system, list)
    if (latest?.data.sha256 === sha256) {
      const { version, rows } = latest.data
      return { version, rows, isChange: false, position: latest.position }
    }
    const importedAt = new Date().toISOString()
    const version = `${importedAt.slice(0, 10)}-${sha256.slice(0, VERSION_DIGITS)}`
    const kept = { list, version, sha256, format: file.format, skippedRows }
    const rows = await lists.keep(kept, goodEntries(file, source, sha256))
    const { sha256: entriesSha256 } = await keptEntries(system.pool, kept)
    const position = await append(system, latest?.revision, {
      type: 'SanctionListImported',
      data: { ...kept, rows, entriesSha256, importedAt },
    })
    if (position !== undefined) return { version, rows, isChange: true, position }
  }
  throw new CommandError(`Other imports keep replacing the list ${list}.`)
}

/** The same bytes as surveyed: if the file has changed in between, nothing of it is kept. */
async function* goodEntries(
  file: ListFile,
  source: Source,
  sha256: string,
): AsyncGenerator<ListEntry, void> {
  for await (const row of file.rows()) if (row.fault === undefined) yield row.entry
  if ((await hashOf(source)) !== sha256) {
    throw new CommandError('The file was changed while it was imported.')
  }
}

const streamOf = (list: ListName) => `${sanctionListEvents.category}-${list}`

/** The version in use of a list; undefined if nothing was imported. */
export const latestVersion = async (
  system: Pick<System, 'eventStore' | 'vault'>,
  list: ListName,
): Promise<string | undefined> => (await latestOf(system, list))?.data.version

/** The version that was in use at a moment; null if there was none. */
export async function versionAt(
  { eventStore, vault }: Pick<System, 'eventStore' | 'vault'>,
  list: ListName,
  moment: Date,
): Promise<string | null> {
  const backwards = { direction: 'backwards', maxCount: MAX_VERSIONS } as const
  const stored = await eventStore.readStream(streamOf(list), backwards)
  const recorded = await decodeEvents(vault, () => sanctionListEvents, stored)
  const before = recorded.find(({ event }) => Date.parse(event.data.importedAt) <= moment.getTime())
  return before?.event.data.version ?? null
}

async function latestOf(
  { eventStore, vault }: Pick<System, 'eventStore' | 'vault'>,
  list: ListName,
) {
  const last = { direction: 'backwards', maxCount: 1 } as const
  const stored = await eventStore.readStream(streamOf(list), last)
  const [recorded] = await decodeEvents(vault, () => sanctionListEvents, stored)
  return recorded && { ...recorded, data: recorded.event.data }
}

/** Undefined if another import replaced the list first. */
async function append(
  system: System,
  after: bigint | undefined,
  event: SanctionListEvent,
): Promise<LogPosition | undefined> {
  const stream = streamOf(event.data.list)
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
