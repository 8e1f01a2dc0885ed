import { CommandError } from '#kernel/platform/cli/command.ts'
import { isoMicroseconds, microsecondsOf } from '#kernel/records/times.ts'
import { type ChangedRow, changedRows } from '#query/listing/changed-rows.ts'
import type { CompanyRows } from '#query/listing/company-rows.ts'
import { inSnapshot } from '#query/listing/snapshot.ts'
import { exportedBy, withDeletion } from './exported.ts'
import { type ExportedFile, type ExportFolder, openFolder } from './folder.ts'
import { csv } from './formats/csv.ts'
import type { CsvStyle, OpenWriter } from './formats/format.ts'
import { ndjson } from './formats/ndjson.ts'
import { parquet } from './formats/parquet.ts'
import { type ExportNounName, exportNouns } from './nouns.ts'

export const exportFormats = { csv, ndjson, parquet } as const satisfies Readonly<
  Record<string, OpenWriter>
>

export interface ExportRequest extends CsvStyle {
  readonly company: string
  readonly noun: ExportNounName
  readonly format: keyof typeof exportFormats
  /** The cursor of an earlier export, or any date-time: what changed after it is exported. */
  readonly since: string | null
  /** Also what was deleted. */
  readonly includeDeleted: boolean
  readonly folder: string
  readonly rowsPerFile: number
  /** Called with the number of rows so far. */
  readonly progress: (rows: number) => void
}

export interface ExportReport {
  readonly rows: number
  readonly files: readonly string[]
  /** For the next export. */
  readonly cursor: string
}

/** The rows that are in memory at a time, and in one row group of a Parquet file. */
const ROWS_AT_ONCE = 2_000

/**
 * Exports a company's records of one kind as they are at one moment, in the order of their last change.
 * After an interruption, the same request goes on behind the last complete file.
 */
export async function exportRecords(
  databaseUrl: string,
  request: ExportRequest,
): Promise<ExportReport> {
  const { company, noun, format, since, includeDeleted, byteOrderMark: bom, separator } = request
  const start = since === null ? 0n : microsecondsOf(since)
  const order = { company, noun, format, since, 'include-deleted': includeDeleted, bom, separator }
  const folder = await openFolder(request.folder, order)
  await inSnapshot(databaseUrl, async (rowsOf) => {
    const rows = rowsOf({ companyId: company })
    await writeFiles(folder, { request, rows, start, timeZone: await timeZoneOf(rows, company) })
  })
  await folder.finish()
  const files = folder.files()
  const last = files.findLast((file) => file.rows > 0)
  return {
    rows: rowsIn(files),
    files: files.map(({ name }) => name),
    cursor: last?.until ?? since ?? isoMicroseconds('0'),
  }
}

const rowsIn = (files: readonly ExportedFile[]) => files.reduce((sum, { rows }) => sum + rows, 0)

async function timeZoneOf(rows: CompanyRows, company: string): Promise<string> {
  const [found] = await rows.selectFrom('company').select('time_zone').execute()
  if (found === undefined) throw new CommandError(`There is no company ${company}.`)
  return found.time_zone
}

interface Source {
  readonly request: ExportRequest
  readonly rows: CompanyRows
  readonly start: bigint
  readonly timeZone: string
}

async function writeFiles(folder: ExportFolder, source: Source) {
  const { request, start } = source
  for (;;) {
    const files = folder.files()
    const after = files.at(-1)
    const portions = portionsOf(source, after === undefined ? start : microsecondsOf(after.until))
    const first = await portions.next()
    // Also an export without rows has a file, with the names of the columns.
    if (first.done === true && files.length > 0) return
    const number = String(files.length + 1).padStart(4, '0')
    const name = `${request.noun}-${number}.${request.format}`
    const portion = first.done === true ? [] : first.value
    await folder.add(name, (path) => writeFile(path, source, { portion, portions }))
    if (first.done === true) return
    request.progress(rowsIn(folder.files()))
  }
}

type Portions = AsyncGenerator<readonly ChangedRow[], void>

/** The rows of one file, in portions. */
async function* portionsOf({ request, rows }: Source, after: bigint): Portions {
  const { record, beside } = exportNouns[request.noun]
  let left = request.rowsPerFile
  for (let last = after; left > 0; ) {
    const limit = Math.min(left, ROWS_AT_ONCE)
    const found = await changedRows(record, rows, {
      after: last,
      limit,
      includeDeleted: request.includeDeleted,
      beside: beside(rows),
    })
    if (found.length > 0) yield found
    if (found.length < limit) return
    left -= found.length
    last = BigInt(found.at(-1)?.updated_at ?? 0)
  }
}

async function writeFile(
  path: string,
  { request, start, timeZone }: Source,
  { portion, portions }: { readonly portion: readonly ChangedRow[]; readonly portions: Portions },
): Promise<Omit<ExportedFile, 'name'>> {
  const { record: listed } = exportNouns[request.noun]
  const record = request.includeDeleted ? withDeletion(listed) : listed
  const exported = exportedBy(record, timeZone)
  const writer = await exportFormats[request.format](path, record, request)
  let rows = 0
  let until = start.toString()
  async function write(found: readonly ChangedRow[]) {
    await writer.write(found.map(exported))
    rows += found.length
    until = found.at(-1)?.updated_at ?? until
  }
  try {
    await write(portion)
    for await (const found of portions) await write(found)
  } finally {
    await writer.close()
  }
  return { rows, until: isoMicroseconds(until) }
}
