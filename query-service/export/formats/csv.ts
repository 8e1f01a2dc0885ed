import { stringify } from 'csv-stringify/sync'
import { type ExportColumn, exportColumns, valueAt } from '../columns.ts'
import { decimalText } from '../exported.ts'
import type { OpenWriter } from './format.ts'
import { textFile } from './text-file.ts'

/**
 * RFC 4180 in UTF-8. A text that a spreadsheet would take for a formula begins with an apostrophe. What
 * has no value is empty, and an empty text is `""`.
 */
export const csv: OpenWriter = (path, record) => {
  const columns = exportColumns(record)
  const options = {
    record_delimiter: 'windows',
    quoted_match: /^$/,
    escape_formulas: true,
    cast: {
      string: (value: string, { index }: { readonly index: number }) =>
        // A negative number is no formula.
        value.startsWith('-') && columns[index]?.kind === 'decimal'
          ? { value, escape_formulas: false }
          : value.replace(/^\n/, "'\n"),
    },
  } as const
  return textFile(path, {
    head: stringify([columns.map(({ name }) => name)], { record_delimiter: 'windows' }),
    textOf: (records) =>
      stringify(
        records.map((exported) => columns.map((column) => cellOf(column, exported))),
        options,
      ),
  })
}

function cellOf(column: ExportColumn, exported: object): string | null {
  const value = valueAt(column, exported)
  if (value === null) return null
  if (column.kind === 'decimal') return decimalText(value) ?? null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
