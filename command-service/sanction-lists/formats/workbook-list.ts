import type { ListFormat } from '#command/providers/sanction-lists/port.ts'
import { type PlacesOfIds, type SourceRow, UnreadableList } from '../list-row.ts'
import { foreignHeader } from './foreign.ts'
import { hasMasakHeadings, masakRows } from './masak.ts'
import { headerOf, openSanctionsRows } from './open-sanctions.ts'
import type { TableRow } from './tables/table.ts'
import { type SheetTable, workbookTables } from './tables/workbook.ts'

const HEADER_ROWS = 3

interface WorkbookList {
  readonly format: ListFormat
  readonly rows: () => AsyncIterable<SourceRow>
}

/** A list in the sheets of a workbook. All that have headings are read, one after the other. */
export async function workbookList(bytes: Buffer): Promise<WorkbookList> {
  const { sheets, hidden } = await workbookTables(bytes)
  const [first] = sheets
  if (headerOf(first?.rows[0]?.cells ?? []) !== undefined) {
    return { format: 'openSanctions', rows: () => openSanctionsRows(each(first?.rows ?? [])) }
  }
  const headed = new Set<SheetTable>()
  for (const sheet of sheets) if (await hasMasakHeadings(each(sheet.rows))) headed.add(sheet)
  if (headed.size === 0) throw new UnreadableList(1, whatElse(sheets))
  const others = sheets.filter((sheet) => !headed.has(sheet) && sheet.rows.length > 0)
  const notRead = [
    ...hidden.map((name) => notReadRow(name, 'is hidden, and not read')),
    ...others.map(({ name }) => notReadRow(name, 'has no headings of a list, and is not read')),
  ]
  return { format: 'masak', rows: () => rowsOf([...headed], notRead) }
}

async function* rowsOf(
  sheets: readonly SheetTable[],
  notRead: readonly SourceRow[],
): AsyncGenerator<SourceRow, void> {
  yield* notRead
  const placesOfIds: PlacesOfIds = new Map()
  for (const { rows } of sheets) yield* masakRows(each(rows), placesOfIds)
}

const whatElse = (sheets: readonly SheetTable[]): string =>
  foreignHeader(
    sheets.flatMap(({ rows }) => rows.slice(0, HEADER_ROWS).map(inOneLine)).join('\n'),
  ) ?? 'is a workbook without a sheet that has the headings of a list of MASAK'

const inOneLine = ({ cells = [] }: TableRow) => cells.join(',')

const notReadRow = (name: string, wrong: string): SourceRow => ({
  kind: 'warning',
  place: `sheet “${name}”`,
  fault: { field: 'sheet', wrong },
})

async function* each(rows: readonly TableRow[]): AsyncGenerator<TableRow, void> {
  yield* rows
}
