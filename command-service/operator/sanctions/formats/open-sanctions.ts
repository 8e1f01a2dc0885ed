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

const required = ['id', 'name'] as const

/** OpenSanctions' `targets.simple.csv`: columns by header name, several values in a cell joined by `;`. */
export async function* openSanctionsRows(
  text: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<ListRow, void> {
  let names: readonly string[] | undefined
  const lineOfId = new Map<string, number>()
  for await (const { line, cells, wrong } of csvRows(text, delimiter)) {
    if (cells === undefined) {
      yield { line, fault: { field: 'row', wrong: wrong ?? 'cannot be read' } }
    } else if (names === undefined) {
      names = headerOf(cells)
      if (names === undefined) {
        throw new UnreadableList(line, `must have the columns ${required.join(' and ')}`)
      }
    } else yield entryRow(line, { cells, names, lineOfId })
  }
}

/** Undefined unless these are the names of such a file's columns. */
export function headerOf(cells: readonly string[]): readonly string[] | undefined {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  return required.every((name) => names.includes(name)) ? names : undefined
}

interface Row {
  readonly cells: readonly string[]
  readonly names: readonly string[]
  readonly lineOfId: Map<string, number>
}

function entryRow(line: number, { cells, names, lineOfId }: Row): ListRow {
  if (cells.length !== names.length) {
    const wrong = `has ${cells.length} cells where there are ${names.length} columns`
    return { line, fault: { field: 'row', wrong } }
  }
  const cell = (column: string) => clean(cells[names.indexOf(column)] ?? '')
  const id = cell('id')
  if (id === '') return { line, fault: { field: 'id', wrong: 'is required' } }
  const firstLine = lineOfId.get(id)
  if (firstLine !== undefined) {
    return { line, fault: { field: 'id', wrong: `stands in line ${firstLine} already` } }
  }
  lineOfId.set(id, line)
  const name = cell('name')
  return listRow(line, {
    entryId: id,
    name,
    aliases: distinct(valuesOf(cell('aliases')), [name]),
    weakAliases: [],
    idNos: distinct(valuesOf(cell('identifiers'))),
    birthDate: orNothing(valuesOf(cell('birth_date')).join('; ')),
    nationality: orNothing(valuesOf(cell('countries')).join('; ')),
    program: orNothing(valuesOf(cell('sanctions')).join('; ')),
    reason: orNothing(valuesOf(cell('dataset')).join('; ')),
    record: recordOf(names, cells),
  })
}

/** Values that are joined by `;`, each quoted as a CSV cell where it must be. */
function valuesOf(cell: string): readonly string[] {
  const values = cell.match(/"(?:[^"]|"")*"|[^;]+/g) ?? []
  return values.map((value) => {
    const text = value.trim()
    return text.startsWith('"') && text.endsWith('"') && text.length > 1
      ? text.slice(1, -1).replaceAll('""', '"').trim()
      : text
  })
}
