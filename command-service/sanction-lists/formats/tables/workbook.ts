import type { CellStyle, CellValue, Sheet } from 'hucre/xlsx'
import { UnreadableList } from '../../list-row.ts'
import { checkArchive } from './archive.ts'
import { isBlank, type TableRow } from './table.ts'

/** A sheet that people see, as a table. */
export interface SheetTable {
  readonly name: string
  readonly rows: readonly TableRow[]
}

export interface WorkbookTables {
  readonly sheets: readonly SheetTable[]
  /** The names of those that are hidden and not read. */
  readonly hidden: readonly string[]
}

/** The sheets of a workbook in Excel's format of 2007 and later. */
export async function workbookTables(bytes: Buffer): Promise<WorkbookTables> {
  const { sheets } = await readOrRefuse(bytes, await checkArchive(bytes))
  return {
    sheets: sheets.filter((sheet) => !isHidden(sheet)).map(tableOf),
    hidden: sheets.filter(isHidden).map(({ name }) => name),
  }
}

const isHidden = ({ hidden, veryHidden }: Sheet) => hidden === true || veryHidden === true

async function readOrRefuse(bytes: Buffer, range: string) {
  try {
    // A large library for a rare file.
    const { readXlsx } = await import('hucre/xlsx')
    return await readXlsx(bytes, { readStyles: true, range })
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown'
    throw new UnreadableList(1, `is a workbook that cannot be read: ${why}`)
  }
}

function tableOf(sheet: Sheet): SheetTable {
  const merged = mergedCells(sheet)
  const rows = sheet.rows.map((values, at): TableRow => {
    const cells = values.map((value, column) => {
      const cell = sheet.cells?.get(`${at},${column}`)
      return cell?.type === 'error' ? '' : textOf(value, cell?.style)
    })
    return { line: at + 1, sheet: sheet.name, cells, ...merged(at) }
  })
  return { name: sheet.name, rows: rows.filter(({ cells = [] }) => !isBlank(cells)) }
}

/** Which cells of a row belong to the one to the left, or above. */
function mergedCells({ merges = [], rows, name }: Sheet) {
  const width = rows.reduce((widest, { length }) => Math.max(widest, length), 0)
  let cells = 0
  const left = new Map<number, Set<number>>()
  const up = new Map<number, Set<number>>()
  for (const { startRow, endRow, startCol, endCol } of merges) {
    for (
      let row = startRow;
      row <= Math.min(endRow, startRow + MOST_MERGED, rows.length - 1);
      row++
    ) {
      for (let column = startCol; column <= Math.min(endCol, width - 1); column++) {
        cells += 1
        if (cells > MAX_MERGED) throw new UnreadableList(1, tooManyMerged(name))
        if (column > startCol) add(left, row, column)
        if (row > startRow) add(up, row, column)
      }
    }
  }
  return (row: number) => ({
    mergedLeft: left.get(row) ?? new Set<number>(),
    mergedUp: up.get(row) ?? new Set<number>(),
  })
}

function add(places: Map<number, Set<number>>, row: number, column: number) {
  const columns = places.get(row) ?? new Set<number>()
  places.set(row, columns.add(column))
}

/** A merged area may span a million rows. */
const MOST_MERGED = 1_000
/** No cell is in two of them. */
const MAX_MERGED = 1_000_000
const tooManyMerged = (sheet: string) =>
  `has more than ${MAX_MERGED} merged cells in the sheet “${sheet}”: undo the merging, and save it again`

/** What a person sees in a cell, without loss: a number with all its digits, a day as `YYYY-MM-DD`. */
function textOf(value: CellValue, style: CellStyle | undefined): string {
  if (value === null) return ''
  if (typeof value === 'number') return inDigits(value, style?.numFmt)
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  return String(value)
}

/** A spreadsheet keeps fifteen digits and fills up with zeros. */
const KEPT_DIGITS = 15
const MORE_THAN_15_DIGITS = 10 ** KEPT_DIGITS

/** Some numbers have zeros at their beginning that only their format knows. */
function inDigits(value: number, format: string | undefined): string {
  if (!Number.isInteger(value)) return String(value)
  if (Math.abs(value) >= MORE_THAN_15_DIGITS) return value.toExponential(KEPT_DIGITS - 1)
  const digits = BigInt(value).toString()
  const zeros = /^0+$/.exec(format ?? '')?.[0] ?? ''
  return digits.padStart(zeros.length, '0')
}
