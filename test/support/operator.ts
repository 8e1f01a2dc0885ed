import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { categoryOf } from '#kernel/events/category-of.ts'
import { families } from '#kernel/events/families.ts'
import type { System } from '#kernel/platform/cli/connections.ts'
import { progressOn } from '#kernel/platform/cli/progress.ts'
import { openSource } from '#kernel/platform/cli/source.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { decodeEvents } from '#kernel/platform/recording/event-codec.ts'
import { importLines } from '#operator/import/import-lines.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import type { DatabasesOfRoles } from './database.ts'
import { eventStoreNodeForThisFile } from './event-store.ts'
import { forThisFile } from './for-this-file.ts'
import type { Line } from './import-lines.ts'
import { openLog } from './with-log.ts'

export interface SystemUnderTest extends System {
  readonly databases: DatabasesOfRoles
  readonly administratorUrl: string
  readonly eventStoreUrl: string
  readonly vaultKey: Buffer
}

/** One log, vault and database for all tests of the file; each test has a dealer of its own there. */
export function systemForThisFile(): () => SystemUnderTest {
  const node = eventStoreNodeForThisFile()
  return forThisFile(async () => {
    const { databases, databaseUrl: administratorUrl, url: eventStoreUrl } = node
    const place = { databaseUrl: databases.command, eventStoreUrl, vaultKey: randomBytes(32) }
    return { ...(await openLog(place)), ...place, databases, administratorUrl }
  })
}

/** Imports these lines; gives what the import counted, or the faults that it found. */
export async function importing(
  system: System,
  lines: readonly (Line | string)[],
  options: { readonly allowsPrivate?: boolean } = {},
) {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  const source = await openSource(await fileForThisTest(text.join('\n')), process.stdin)
  const faults: string[] = []
  const warnings: string[] = []
  try {
    const done = await importLines(source, system, {
      ...options,
      report: (line, { field, wrong, isWarning }) =>
        (isWarning ? warnings : faults).push(`line ${line}: ${field}: ${wrong}`),
      progress: progressOn(process.stdout),
    })
    if (done === undefined) return { faults }
    const { imported, unchanged, made } = done
    return {
      imported,
      unchanged,
      ...(made.length > 0 && { made }),
      ...(warnings.length > 0 && { warnings }),
    }
  } finally {
    await source.close()
  }
}

export async function fileForThisTest(text: string | Buffer): Promise<string> {
  const file = join(await temporaryFolder('test'), 'lines.ndjson')
  await writeFile(file, text)
  return file
}

const familyOf = new Map(families.map((family) => [family.category, family]))

/** All events of a company, opened. */
export async function recordedFor({ eventStore, vault }: System, companyId: string) {
  const stored: StoredEvent[] = []
  for await (const event of eventStore.readLog(START_OF_LOG)) stored.push(event)
  const events = await decodeEvents(vault, (name) => familyOf.get(categoryOf(name)), stored)
  return events.filter(({ metadata }) => metadata.companyId === companyId)
}

/** What a stream's events say, in their order. */
export async function dataIn({ eventStore, vault }: System, stream: string) {
  const stored = await eventStore.readStream(stream, { maxCount: 1_000 })
  const events = await decodeEvents(vault, () => familyOf.get(categoryOf(stream)), stored)
  return events.map(({ event }) => event.data)
}
