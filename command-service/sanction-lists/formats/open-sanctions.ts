import { entryRow, recordOf, type SourceRow, UnreadableList } from '../list-row.ts'
import { eachOnce } from './masak-headings.ts'
import { placeOf, type TableRow } from './tables/table.ts'
import { unusedColumns } from './tables/unused-columns.ts'
import { clean, distinct } from './words/clean.ts'
import { isSpoiltNumber } from './words/numbers-in.ts'

const ownNumbers = new Set(['id'])
const required = ['id', 'name'] as const
/** What such a file has; all but the first ones are kept in the record alone. */
const known = new Set(
  'id name aliases identifiers birth_date countries sanctions dataset schema addresses phones emails first_seen last_seen last_change program_ids caption topics'.split(
    ' ',
  ),
)

/** OpenSanctions' `targets.simple.csv`: columns by header name, several values in a cell joined by `;`. */
export async function* openSanctionsRows(
  rows: AsyncIterable<TableRow>,
): AsyncGenerator<SourceRow, void> {
  let reader: ReturnType<typeof entriesOf> | undefined
  for await (const row of rows) {
    const { line, cells, wrong = 'cannot be read' } = row
    if (cells === undefined) {
      yield { kind: 'fault', place: placeOf(row), fault: { field: 'row', wrong } }
    } else if (reader === undefined) {
      const names = headerOf(cells)
      if (names === undefined) {
        throw new UnreadableList(line, `must have the columns ${required.join(' and ')}`)
      }
      reader = entriesOf(names, placeOf(row))
    } else yield* reader.read(row, cells)
  }
  yield* reader?.end() ?? []
}

/** Undefined unless these are the names of such a file's columns. */
export function headerOf(cells: readonly string[]): readonly string[] | undefined {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  return required.every((name) => names.includes(name)) ? names : undefined
}

function entriesOf(names: readonly string[], header: string) {
  const placesOfIds = new Map<string, string>()
  const unused = unusedColumns(
    new Map(
      names.flatMap((name, at) =>
        known.has(name) && names.indexOf(name) === at ? [] : [[at, name] as const],
      ),
    ),
  )

  return {
    *read(row: TableRow, cells: readonly string[]): Generator<SourceRow, void> {
      const place = placeOf(row)
      const id = clean(cells[names.indexOf('id')] ?? '')
      const fault = faultOf(names, cells, placesOfIds.get(id))
      if (fault !== undefined) {
        yield { kind: 'fault', place, fault }
        return
      }
      placesOfIds.set(id, place)
      unused.look(cells)
      yield* warningsOf(place, names, cells)
      yield entryOf(place, names, cells)
    },
    end: () => unused.warnings(header),
  }
}

function faultOf(names: readonly string[], cells: readonly string[], place: string | undefined) {
  if (cells.length !== names.length) {
    const wrong = `has ${cells.length} cells where there are ${names.length} columns`
    return { field: 'row', wrong }
  }
  if (clean(cells[names.indexOf('id')] ?? '') === '') return { field: 'id', wrong: 'is required' }
  return place === undefined ? undefined : { field: 'id', wrong: `stands in ${place} already` }
}

function* warningsOf(
  place: string,
  names: readonly string[],
  cells: readonly string[],
): Generator<SourceRow, void> {
  const spoilt = valuesOf(cells[names.indexOf('identifiers')] ?? '').filter(isSpoiltNumber)
  for (const value of spoilt) {
    const wrong = `“${value}” was shortened by a spreadsheet`
    yield { kind: 'warning', place, fault: { field: 'identifiers', wrong } }
  }
}

function entryOf(place: string, names: readonly string[], cells: readonly string[]): SourceRow {
  const cell = (column: string) => clean(cells[names.indexOf(column)] ?? '')
  const values = (column: string) => valuesOf(cells[names.indexOf(column)] ?? '')
  return entryRow(place, {
    entryId: cell('id'),
    name: cell('name'),
    aliases: values('aliases'),
    weakAliases: [],
    idNos: values('identifiers')
      .filter((value) => !isSpoiltNumber(value))
      .flatMap(withoutPrefix),
    birthDates: values('birth_date'),
    nationalities: values('countries'),
    program: distinct(values('sanctions')).join('; '),
    reason: distinct(values('dataset')).join('; '),
    record: recordOf(eachOnce(names), cells),
    ownNumbers,
  })
}

/** `passport: AB 123456` is also found without the word; an identifier is never cut otherwise. */
function withoutPrefix(identifier: string): readonly string[] {
  const number = /^[\p{L} .-]{2,}[:：]\s*(.*\d.*)$/u.exec(identifier)?.[1]
  return number === undefined ? [identifier] : [number, identifier]
}

/** Values that are joined by `;`, each quoted as a CSV cell where it must be. `&#39;` is a letter. */
function valuesOf(cell: string): readonly string[] {
  const values = cell.match(/"(?:[^"]|"")*"|(?:&#?\w{1,8};|[^;])+/g) ?? []
  return values.map((value) => {
    const text = value.trim()
    const isQuoted = text.startsWith('"') && text.endsWith('"') && text.length > 1
    return clean(isQuoted ? text.slice(1, -1).replaceAll('""', '"') : text)
  })
}
