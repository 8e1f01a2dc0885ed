import { isValidIdentityNumber } from '#kernel/domain/identity-number.ts'
import { birthYearsIn } from '#kernel/domain/screening/birth-years.ts'
import { entryRow, idOf, type PlacesOfIds, recordOf, type SourceRow } from '../list-row.ts'
import type { Column, Headings } from './masak-headings.ts'
import { placeOf, type TableRow } from './tables/table.ts'
import { unusedColumns } from './tables/unused-columns.ts'
import { dateOf, itemsOf, listedNames } from './turkish-cells.ts'
import { clean } from './words/clean.ts'
import { isSpoiltNumber, numbersIn } from './words/numbers-in.ts'
import { remarksIn } from './words/remarks.ts'

const noValue = /^[-–—./*]*$/
const LONGEST_TOLD = 60
const MERGED_FOR_A_TITLE = 2

/** Reads the rows under one table's headings. */
export function entriesUnder(headings: Headings, placesOfIds: PlacesOfIds) {
  const { doubtful, place: headingsPlace } = headings
  const unused = unusedColumns(
    new Map([...headings.unknown].filter(([, name]) => !doubtful.includes(name))),
  )

  return {
    begin: (): readonly SourceRow[] =>
      doubtful.map((heading) => warning(headingsPlace, heading, 'is used for nothing')),

    *read(row: TableRow, cells: readonly string[]): Generator<SourceRow, void> {
      const place = placeOf(row)
      if (isRepeated(headings, cells)) return
      const title = titleIn(headings, row, cells)
      if (title !== undefined) {
        yield warning(place, 'row', `${told(title)} is taken for a title`)
      } else if (cells.slice(headings.names.length).some((cell) => cell.trim() !== '')) {
        const wrong = 'has more cells than there are headings'
        yield { kind: 'fault', place, fault: { field: 'row', wrong } }
      } else {
        unused.look(cells)
        yield* warningsOf(place, headings, cells)
        yield entryOf(place, { headings, cells, placesOfIds })
      }
    },

    end: (): readonly SourceRow[] => unused.warnings(headingsPlace),
  }
}

const warning = (place: string, field: string, wrong: string): SourceRow => ({
  kind: 'warning',
  place,
  fault: { field, wrong },
})

const told = (text: string) =>
  `“${text.length > LONGEST_TOLD ? `${text.slice(0, LONGEST_TOLD)}…` : text}”`

/** Long tables have their headings on each page. */
const isRepeated = ({ names }: Headings, cells: readonly string[]) =>
  cells.every((cell, at) => cell.trim() === '' || clean(cell) === names[at])

/** Between the parts of a workbook stands what they are called. */
function titleIn({ columnsOf }: Headings, row: TableRow, cells: readonly string[]) {
  const filled = cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [{ cell, at }]))
  const [only, ...others] = filled
  if (only === undefined || others.length > 0) return undefined
  const isMerged = (row.mergedLeft?.size ?? 0) >= MERGED_FOR_A_TITLE
  const isOurs = (['name', 'firstName', 'idNo'] as const).some((column) =>
    columnsOf(column).includes(only.at),
  )
  return isMerged || (!isOurs && !/^\d+\.?$/.test(only.cell.trim())) ? clean(only.cell) : undefined
}

function* warningsOf(
  place: string,
  { columnsOf, names }: Headings,
  cells: readonly string[],
): Generator<SourceRow, void> {
  for (const at of columnsOf('idNo')) {
    const cell = clean(cells[at] ?? '')
    if (isSpoiltNumber(cell)) {
      yield warning(place, names[at] ?? '', `${told(cell)} was shortened by a spreadsheet`)
    } else if (!noValue.test(cell) && numbersIn(cell).length === 0) {
      yield warning(place, names[at] ?? '', `${told(cell)} yields no number`)
    }
  }
  for (const at of columnsOf('birthDate')) {
    const cell = clean(cells[at] ?? '')
    if (/[\d#]/.test(cell) && birthYearsIn(cell).length === 0) {
      yield warning(place, names[at] ?? '', `${told(cell)} yields no year`)
    }
  }
}

interface Row {
  readonly headings: Headings
  readonly cells: readonly string[]
  readonly placesOfIds: PlacesOfIds
}

function entryOf(place: string, { headings, cells, placesOfIds }: Row): SourceRow {
  const cellsOf = (column: Column) =>
    headings
      .columnsOf(column)
      .map((at) => clean(cells[at] ?? ''))
      .filter((cell) => cell !== '')
  const items = (column: Column) => cellsOf(column).flatMap(itemsOf)
  const [name = '', ...otherNames] = namesOf(cellsOf)
  const remarks = cellsOf('remarks').map(remarksIn)
  return entryRow(place, {
    entryId: idOf((cellsOf('number')[0] ?? '').replace(/\.0*$/, ''), place, placesOfIds),
    name,
    aliases: [
      ...otherNames,
      ...items('aliases').flatMap(listedNames),
      ...remarks.flatMap(({ names }) => names),
    ],
    weakAliases: [],
    idNos: [
      ...cellsOf('idNo').flatMap(numbersIn).flatMap(withLeadingZero),
      ...remarks.flatMap(({ numbers }) => numbers),
    ],
    birthDates: [
      ...items('birthDate').map(dateOf),
      ...remarks.flatMap(({ birthDates }) => birthDates),
    ],
    nationalities: items('nationality'),
    program: cellsOf('program').join('; '),
    reason: cellsOf('gazette').join('; ') || cellsOf('listedAt').join('; '),
    record: recordOf(headings.names, cells),
    ownNumbers: new Set(headings.columnsOf('number').map((at) => headings.names[at] ?? '')),
  })
}

const oneLine = (cells: readonly string[]) => cells.map((cell) => cell.replaceAll('\n', ' '))

/** A person's and a company's name may have columns of their own, and so may given and family name. */
function namesOf(cellsOf: (column: Column) => readonly string[]): readonly string[] {
  const given = oneLine(cellsOf('firstName')).join(' ')
  const family = oneLine(cellsOf('lastName')).join(' ')
  const whole = oneLine(cellsOf('name')).flatMap(itemsOf)
  if (given === '' && family === '') return whole
  if (family === '' && whole.length > 0) return [`${given} ${whole[0]}`, ...whole.slice(1)]
  return [...whole, `${given} ${family}`.trim()]
}

/** A spreadsheet takes the zero from the beginning of a company's tax number. */
const withLeadingZero = (number: string): readonly string[] =>
  /^\d{9}$/.test(number) && isValidIdentityNumber(`0${number}`) ? [number, `0${number}`] : [number]
