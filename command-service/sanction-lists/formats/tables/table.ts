/** One row of a table, wherever it comes from. */
export interface TableRow {
  /** Counted from 1. */
  readonly line: number
  /** Undefined where the row cannot be read. */
  readonly cells: readonly string[] | undefined
  readonly wrong?: string
  /** The name of a workbook's sheet. */
  readonly sheet?: string
  /** Columns whose cells are merged with the one to the left. */
  readonly mergedLeft?: ReadonlySet<number>
  /** Columns whose cells are merged with the one above. */
  readonly mergedUp?: ReadonlySet<number>
}

export const placeOf = ({ line, sheet }: Pick<TableRow, 'line' | 'sheet'>): string =>
  sheet === undefined ? `line ${line}` : `sheet “${sheet}”, row ${line}`

export const isBlank = (cells: readonly string[]): boolean =>
  cells.every((cell) => cell.trim() === '')
