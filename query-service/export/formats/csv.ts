import { withoutFormula } from '#kernel/platform/formats/spreadsheet-formula.ts'
import { type ColumnKind, type ExportColumn, exportColumns, valueAt } from '../columns.ts'
import { decimalText } from '../exported.ts'
import { type OpenWriter, separators } from './format.ts'
import { textFile } from './text-file.ts'

const BYTE_ORDER_MARK = '\uFEFF'
const LINE_END = '\r\n'

/** Never quoted: no separator, quotation mark or line break can be in them. */
const bareKinds: ReadonlySet<ColumnKind> = new Set(['decimal', 'integer', 'flag', 'instant'])

/**
 * RFC 4180 in UTF-8. Every text is quoted, because a reader that guesses how a file is quoted looks at
 * its beginning alone. What has no value is empty, and an empty text is `""`.
 */
export const csv: OpenWriter = (path, record, { byteOrderMark, separator }) => {
  const columns = exportColumns(record)
  const line = (cells: readonly string[]) => `${cells.join(separators[separator])}${LINE_END}`
  return textFile(path, {
    head: (byteOrderMark ? BYTE_ORDER_MARK : '') + line(columns.map(({ name }) => name)),
    textOf: (records) =>
      records.map((exported) => line(columns.map((column) => cellOf(column, exported)))).join(''),
  })
}

function cellOf(column: ExportColumn, exported: object): string {
  const value = valueAt(column, exported)
  if (value === null) return ''
  if (column.kind === 'decimal') return decimalText(value) ?? ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return bareKinds.has(column.kind) ? text : quoted(withoutFormula(text))
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
