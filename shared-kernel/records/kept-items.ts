import { normalNumber } from '#kernel/domain/normal-number.ts'
import { orNull, text } from './field.ts'
import { onceEach } from './once-each.ts'
import { type AnyRecord, listColumns } from './record.ts'
import { anyItem, listItemSchema } from './response.ts'
import { storable } from './storable.ts'
import type { DerivedColumn, Table } from './table.ts'

// A page of a list is made when its rows are written: each row has its item, as the list shows it.

/** The column with the item, as JSON. */
export const ITEM = 'item'

/** Whether all that a list shows of a record is in its row. */
export const keepsItems = ({ list, sections: { beside } }: AnyRecord): boolean =>
  list !== undefined && beside === undefined

/** The table of a record, with the normal form of its number and the items of its list. */
export const tableOf = onceEach((record: AnyRecord): Table => {
  const number = 'id_no' in record.columns
  const item = keepsItems(record)
  return {
    ...record,
    columns: {
      ...record.columns,
      ...(number ? { [NORMAL_NUMBER]: orNull(text) } : {}),
      ...(item ? { [ITEM]: text } : {}),
    },
    derived: [
      ...(number ? [normalNumberOfRow] : []),
      ...(item ? [{ column: ITEM, of: itemText(record), form: formOf(record) }] : []),
    ],
  }
})

/** The column by which rows are found by the number of a person or a company; null where they have none. */
export const NORMAL_NUMBER = 'normal_number'

const normalNumberOfRow: DerivedColumn = {
  column: NORMAL_NUMBER,
  of: (row) => {
    const written: unknown = Reflect.get(row, 'id_no')
    return typeof written === 'string' ? normalNumber(written) : null
  },
  form: NORMAL_NUMBER,
}

/** The item of a row that is about to be written, which is that of the row that is read later. */
function itemText(record: AnyRecord): (row: object) => string {
  const columns = listColumns(record).map((name) => ({ name, type: record.columns[name]?.type }))
  return (row) => {
    const read = columns.map(({ name, type }) => [name, asRead(Reflect.get(row, name), type)])
    return JSON.stringify(anyItem(record, Object.fromEntries(read)))
  }
}

function asRead(value: unknown, type: string | undefined): unknown {
  if (value === null || value === undefined) return null
  if (type === 'timestamptz' && typeof value === 'string') return new Date(value)
  if (type === 'jsonb')
    return JSON.parse(JSON.stringify(value, (_, part: unknown) => storable(part)))
  return Array.isArray(value) ? value.map(storable) : storable(value)
}

/** Another one where an item has other fields, or other forms of them; words about them do not count. */
const formOf = (record: AnyRecord): string =>
  JSON.stringify(listItemSchema(record), (name, part: unknown) =>
    isWords(name, part) ? undefined : part,
  )

const isWords = (name: string, part: unknown) =>
  name === 'examples' || (name === 'description' && typeof part === 'string')
