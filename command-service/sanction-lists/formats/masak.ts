import { type PlacesOfIds, type SourceRow, UnreadableList } from '../list-row.ts'
import { entriesUnder } from './masak-entries.ts'
import { type Headings, headingsOf, isLowerPart } from './masak-headings.ts'
import { isBlank, placeOf, type TableRow } from './tables/table.ts'

const MAX_LINES_BEFORE_HEADINGS = 20

/** A table with MASAK's headings: a workbook's sheet, or a file in CSV. There may be a title above. */
export async function* masakRows(
  rows: AsyncIterable<TableRow>,
  placesOfIds: PlacesOfIds = new Map(),
): AsyncGenerator<SourceRow, void> {
  const table = rows[Symbol.asyncIterator]()
  try {
    const { headings, next, unreadable } = await headingsIn(table)
    const entries = entriesUnder(headings, placesOfIds)
    const nameColumns = (['name', 'firstName', 'lastName'] as const).flatMap(headings.columnsOf)
    for (const row of unreadable) yield unreadableRow(row)
    yield* entries.begin()
    for await (const row of withMergedRows(next, table, nameColumns)) {
      if (row.cells === undefined) yield unreadableRow(row)
      else if (!isBlank(row.cells)) yield* entries.read(row, row.cells)
    }
    yield* entries.end()
  } finally {
    await table.return?.()
  }
}

/** Whether a table has such headings within its first rows. */
export async function hasMasakHeadings(rows: AsyncIterable<TableRow>): Promise<boolean> {
  const table = rows[Symbol.asyncIterator]()
  try {
    await headingsIn(table)
    return true
  } catch (error) {
    if (error instanceof UnreadableList) return false
    throw error
  } finally {
    await table.return?.()
  }
}

type Table = AsyncIterator<TableRow>

/** Reads until the first row of data, and gives it back. */
async function headingsIn(table: Table) {
  const unreadable: TableRow[] = []
  let above: TableRow | undefined
  for (let looked = 0; looked < MAX_LINES_BEFORE_HEADINGS; looked++) {
    const row = await nextOf(table)
    if (row === undefined) break
    if (row.cells === undefined) {
      unreadable.push(row)
      continue
    }
    const alone = headingsOf(row)
    const both = above === undefined ? undefined : headingsOf(above, row)
    if (both !== undefined && both.known > (alone?.known ?? 0)) {
      return { headings: both, next: await nextOf(table), unreadable }
    }
    if (alone !== undefined) return { ...(await withLowerPart(alone, row, table)), unreadable }
    above = row
  }
  throw new UnreadableList(1, 'has no headings that a list is known by')
}

async function withLowerPart(headings: Headings, upper: TableRow, table: Table) {
  const next = await nextOf(table)
  if (next === undefined || !isLowerPart(headings, upper, next)) return { headings, next }
  return { headings: headingsOf(upper, next) ?? headings, next: await nextOf(table) }
}

async function nextOf(table: Table): Promise<TableRow | undefined> {
  const { done, value } = await table.next()
  return done === true ? undefined : value
}

/** Rows whose name is merged with the one above belong to that row. */
async function* withMergedRows(
  first: TableRow | undefined,
  table: Table,
  nameColumns: readonly number[],
): AsyncGenerator<TableRow, void> {
  let pending: TableRow | undefined
  for (let row = first; row !== undefined; row = await nextOf(table)) {
    const isMerged = nameColumns.some((at) => row?.mergedUp?.has(at))
    if (isMerged && pending !== undefined) pending = joined(pending, row)
    else {
      if (pending !== undefined) yield pending
      pending = row
    }
  }
  if (pending !== undefined) yield pending
}

const joined = (row: TableRow, { cells: more = [] }: TableRow): TableRow => ({
  ...row,
  cells: row.cells?.map((cell, at) =>
    [cell, more[at] ?? ''].filter((part) => part.trim() !== '').join('\n'),
  ),
})

const unreadableRow = (row: TableRow): SourceRow => ({
  kind: 'fault',
  place: placeOf(row),
  fault: { field: 'row', wrong: row.wrong ?? 'cannot be read' },
})
