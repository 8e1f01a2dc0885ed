import type { Sheet } from './sheet.ts'

export interface Table {
  readonly head?: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A bordered table over the whole width, with space below. */
export function drawTable(
  sheet: Sheet,
  columns: readonly PDFKit.Mixins.ColumnStyle[],
  { head, rows }: Table,
) {
  sheet.font('regular', 9)
  sheet.table({
    columnStyles: [...columns],
    rowStyles: (row) => (head !== undefined && row === 0 ? { backgroundColor: '#eeeeee' } : {}),
    defaultStyle: { border: 0.5, borderColor: '#999999', padding: 5 },
    data: [...(head === undefined ? [] : [head]), ...rows].map((row) => Array.from(row)),
  })
  sheet.moveDown(1)
}
