import type { SaxesParser, SaxesTagPlain } from 'saxes'

/** How far the cells with a value reach in one sheet. Formatted cells without a value do not count. */
export interface SheetExtent {
  readonly rows: number
  readonly columns: number
  readonly rowsWithValues: number
}

/** Measures a sheet while its XML is parsed; undefined where the part is none. */
export function measuringExtent(parser: SaxesParser): () => SheetExtent | undefined {
  let isSheet = false
  let [row, column] = [0, 0]
  let [rows, columns, rowsWithValues, lastRow] = [0, 0, 0, 0]
  let isInValue = false
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    const tag = localName(name)
    if (tag === 'sheetData') isSheet = true
    if (tag === 'row') [row, column] = [Number(attributes['r']) || row + 1, 0]
    if (tag === 'c') {
      const { at = column + 1, line = row } = placeOf(attributes['r'] ?? '')
      ;[row, column] = [line, at]
    }
    if (isSheet && (tag === 'v' || tag === 't')) isInValue = true
  })
  parser.on('text', (text) => {
    if (!isInValue || text.trim() === '') return
    rows = Math.max(rows, row)
    columns = Math.max(columns, column)
    if (row !== lastRow) rowsWithValues += 1
    lastRow = row
  })
  parser.on('closetag', ({ name }) => {
    if (['v', 't'].includes(localName(name))) isInValue = false
  })
  return () => (isSheet ? { rows, columns, rowsWithValues } : undefined)
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** `AB12` is column 28 of line 12. */
function placeOf(reference: string): { readonly at?: number; readonly line?: number } {
  const [, letters = '', line = ''] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(reference) ?? []
  if (letters === '') return {}
  return { at: Array.from(letters.toUpperCase()).reduce(nextColumn, 0), line: Number(line) }
}

const nextColumn = (column: number, letter: string) => column * 26 + letter.charCodeAt(0) - 64

/** `AB` for 28 */
export const columnName = (column: number): string =>
  column === 0
    ? ''
    : columnName(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26))
