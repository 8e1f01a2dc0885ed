import { fold } from '#kernel/domain/turkish-text.ts'
import {
  clean,
  distinct,
  type ListRow,
  listRow,
  orNothing,
  recordOf,
  UnreadableList,
} from '../list-row.ts'
import { csvRows } from './csv-table.ts'
import { dateOf, itemsOf, numbersIn } from './turkish-cells.ts'

/** Columns by what their headings, folded and without blanks, look like; the first that fits is taken. */
const headings = {
  aliases: /diger(isim|ad)|takmaad|bilinen.*isim/,
  name: /ad[i]?\W*soyad|unvan|isim/,
  idNo: /tckn|vkn|pasaport|kimlik/,
  nationality: /uyru/,
  birthDate: /dogumtarih/,
  program: /orgut/,
  listedAt: /listeyealin/,
  gazette: /gazete/,
  number: /^sira|^no$/,
} as const

type Column = keyof typeof headings
type Columns = Readonly<Partial<Record<Column, number>>>

const MAX_LINES_BEFORE_HEADINGS = 20

/** The MASAK workbook, saved as CSV; there may be a title above the headings. */
export async function* masakRows(
  text: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<ListRow, void> {
  let headed: { readonly names: readonly string[]; readonly columns: Columns } | undefined
  const lineOfId = new Map<string, number>()
  let before = 0
  for await (const { line, cells, wrong } of csvRows(text, delimiter)) {
    if (cells === undefined) {
      yield { line, fault: { field: 'row', wrong: wrong ?? 'cannot be read' } }
    } else if (headed === undefined) {
      headed = headingsOf(cells)
      before += 1
      if (before > MAX_LINES_BEFORE_HEADINGS) throw noHeadings()
    } else if (cells.some((cell) => cell.trim() !== '')) {
      yield entryRow(line, { cells, ...headed, lineOfId })
    }
  }
  if (headed === undefined) throw noHeadings()
}

/** Undefined unless the cells are the headings of such a workbook. */
export function headingsOf(cells: readonly string[]) {
  const names = cells.map((cell) => clean(cell))
  const folded = names.map((name) => fold(name).replace(/[^a-z]+/g, ''))
  const columns: Partial<Record<Column, number>> = {}
  for (const [index, heading] of folded.entries()) {
    const column = columnOf(heading)
    if (column !== undefined) columns[column] ??= index
  }
  return columns.name === undefined || Object.keys(columns).length < 3
    ? undefined
    : { names, columns }
}

const columnOf = (heading: string): Column | undefined =>
  /^(anne|baba)/.test(heading)
    ? undefined
    : keysOf(headings).find((column) => headings[column].test(heading))

const keysOf = <Name extends string>(object: Readonly<Record<Name, unknown>>): readonly Name[] =>
  Object.keys(object).filter((key): key is Name => Object.hasOwn(object, key))

const noHeadings = () => new UnreadableList(1, 'has no headings that a list is known by')

interface Row {
  readonly cells: readonly string[]
  readonly names: readonly string[]
  readonly columns: Columns
  readonly lineOfId: Map<string, number>
}

function entryRow(line: number, { cells, names, columns, lineOfId }: Row): ListRow {
  const spare = cells.slice(names.length).some((cell) => cell.trim() !== '')
  if (spare)
    return { line, fault: { field: 'row', wrong: 'has more cells than there are headings' } }
  const cell = (column: Column) => clean(cells[columns[column] ?? -1] ?? '')
  const [name = '', ...otherNames] = itemsOf(cell('name').replaceAll('\n', ' '))
  const aliases = distinct([...otherNames, ...itemsOf(cell('aliases'))], [name])
  return listRow(line, {
    entryId: idOf(cell('number'), line, lineOfId),
    name,
    aliases,
    weakAliases: [],
    idNos: numbersIn(cell('idNo')),
    birthDate: orNothing(itemsOf(cell('birthDate')).map(dateOf).join('; ')),
    nationality: orNothing(itemsOf(cell('nationality')).join('; ')),
    program: orNothing(cell('program')),
    reason: orNothing(cell('gazette')) ?? orNothing(cell('listedAt')),
    record: recordOf(names, cells),
  })
}

/** The workbook counts its rows, in each of its parts from 1 again. */
function idOf(number: string, line: number, lineOfId: Map<string, number>): string {
  const id = number.replace(/\.0*$/, '')
  if (id === '' || lineOfId.has(id)) return `${id || 'row'}@${line}`
  lineOfId.set(id, line)
  return id
}
