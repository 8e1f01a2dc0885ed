import { normalNumber } from '#kernel/domain/normal-number.ts'
import { entryRow, idOf, type PlacesOfIds, type SourceRow } from '../list-row.ts'
import { clean } from './words/clean.ts'
import { withoutDates } from './words/document-numbers.ts'
import { numbersIn } from './words/numbers-in.ts'
import { remarksIn } from './words/remarks.ts'
import { childText, flattened, textsIn, type XmlElement, xmlEntries } from './xml-entries.ts'

const ENTRIES = new Set(['INDIVIDUAL', 'ENTITY'])
const NAMES = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']
/** Longer cells are more words than number. */
const LONGEST_NUMBER = 100
const noValue = /^(?:n\.?\/?a\.?|none|nil|unknown|not (?:known|available)|-+)$/i

/** The United Nations' consolidated list. */
export async function* unRows(text: AsyncIterable<string>): AsyncGenerator<SourceRow, void> {
  const unknown = new Map<string, string>()
  const placesOfIds: PlacesOfIds = new Map()
  for await (const element of xmlEntries(text, ENTRIES)) {
    for (const name of unknownIn(element)) {
      if (!unknown.has(name)) unknown.set(name, `line ${element.line}`)
    }
    yield* rowsOf(element, placesOfIds)
  }
  for (const [field, place] of unknown) {
    const wrong = 'is an element that is not known, and is used for nothing'
    yield { kind: 'warning', place, fault: { field, wrong } }
  }
}

function* rowsOf(entry: XmlElement, placesOfIds: PlacesOfIds): Generator<SourceRow, void> {
  const place = `line ${entry.line}`
  const dataId = childText(entry, 'DATAID')
  if (dataId === '') {
    yield { kind: 'fault', place, fault: { field: 'DATAID', wrong: 'is required' } }
    return
  }
  const first = placesOfIds.get(dataId)
  const entryId = idOf(dataId, place, placesOfIds)
  if (first !== undefined) {
    const wrong = `stands in ${first} already: this entry is ${entryId}`
    yield { kind: 'warning', place, fault: { field: 'DATAID', wrong } }
  }
  const aliases = entry.children.filter(({ name }) => /^(?:INDIVIDUAL|ENTITY)_ALIAS$/.test(name))
  const good = aliases.filter((alias) => !isLow(alias)).map(aliasOf)
  const low = aliases.filter(isLow).map(aliasOf)
  const all = [...good, ...low]
  yield entryRow(place, {
    entryId,
    name: NAMES.map((name) => childText(entry, name))
      .filter(Boolean)
      .join(' '),
    aliases: [childText(entry, 'NAME_ORIGINAL_SCRIPT'), ...good.flatMap(({ names }) => names)],
    weakAliases: low.flatMap(({ names }) => names),
    idNos: [
      ...textsIn(entry, 'INDIVIDUAL_DOCUMENT', 'NUMBER').flatMap(numbersOf),
      ...['TYPE_OF_DOCUMENT', 'TYPE_OF_DOCUMENT2', 'NOTE'].flatMap((name) =>
        textsIn(entry, 'INDIVIDUAL_DOCUMENT', name).flatMap(numbersInWords),
      ),
      ...remarksIn(childText(entry, 'COMMENTS1')).numbers,
      ...all.flatMap(({ numbers }) => numbers),
    ],
    birthDates: [...birthDatesOf(entry), ...all.flatMap(({ birthDates }) => birthDates)],
    nationalities: textsIn(entry, 'NATIONALITY', 'VALUE').filter((value) => !noValue.test(value)),
    program: childText(entry, 'UN_LIST_TYPE'),
    reason: childText(entry, 'COMMENTS1'),
    record: Object.fromEntries(flattened(entry)),
    ownNumbers,
  })
}

const ownNumbers = new Set([
  'DATAID',
  'VERSIONNUM',
  'REFERENCE_NUMBER',
  'SORT_KEY',
  'SORT_KEY_LAST_MOD',
])

const isLow = (alias: XmlElement) => childText(alias, 'QUALITY').toLowerCase() === 'low'

/** What an alias says besides its name stands in words of its own, in a note, or in elements. */
function aliasOf(alias: XmlElement) {
  const name = childText(alias, 'ALIAS_NAME')
  const note = remarksIn(childText(alias, 'NOTE'))
  const remarks = [remarksIn(name), note]
  return {
    names: [name, ...note.names],
    numbers: remarks.flatMap(({ numbers }) => numbers),
    birthDates: [
      childText(alias, 'DATE_OF_BIRTH'),
      ...remarks.flatMap(({ birthDates }) => birthDates),
    ],
  }
}

/** The number in the words, and the words as they are. */
const numbersOf = (cell: string): readonly string[] =>
  cell.length > LONGEST_NUMBER ? numbersIn(cell) : [...numbersIn(cell), cell]

/** So much as a year alone is none. */
const SHORTEST_IN_WORDS = 5
const numbersInWords = (text: string) =>
  numbersIn(withoutDates(text)).filter((number) => normalNumber(number).length >= SHORTEST_IN_WORDS)

const birthDatesOf = (entry: XmlElement): readonly string[] =>
  entry.children.filter(({ name }) => name === 'INDIVIDUAL_DATE_OF_BIRTH').map(birthDateOf)

/** `approximately 1958`, `1955-1958`, `1979-03-03 (from false passport)`, or the note alone. */
function birthDateOf(birth: XmlElement): string {
  const note = childText(birth, 'NOTE').replaceAll(';', ',')
  const years = [childText(birth, 'FROM_YEAR'), childText(birth, 'TO_YEAR')]
  const date =
    childText(birth, 'DATE').slice(0, 10) ||
    childText(birth, 'YEAR') ||
    years.filter(Boolean).join('-')
  const isGuess =
    /^approx/i.test(childText(birth, 'TYPE_OF_DATE')) || /approx|circa|about/i.test(note)
  const said = /^(?:approx\w*|circa|about)\.?$/i.test(note) ? '' : note
  const words = date !== '' && said !== '' ? `${date} (${said})` : date || said
  return isGuess && words !== '' ? `approximately ${words}` : words
}

const words = (text: string) => text.trim().split(/\s+/)

/** What the United Nations publish of an entry, also what is not compared: it is in the record. */
const known = new Set(
  words(`
    DATAID VERSIONNUM FIRST_NAME SECOND_NAME THIRD_NAME FOURTH_NAME NAME_ORIGINAL_SCRIPT UN_LIST_TYPE
    REFERENCE_NUMBER LISTED_ON DELISTED_ON GENDER SUBMITTED_BY COMMENTS1 NATIONALITY2 SORT_KEY
    SORT_KEY_LAST_MOD VALUE TITLE DESIGNATION NATIONALITY LIST_TYPE LAST_DAY_UPDATED
    INDIVIDUAL_ALIAS ENTITY_ALIAS QUALITY ALIAS_NAME DATE_OF_BIRTH CITY_OF_BIRTH COUNTRY_OF_BIRTH NOTE
    INDIVIDUAL_ADDRESS ENTITY_ADDRESS STREET CITY STATE_PROVINCE ZIP_CODE COUNTRY
    INDIVIDUAL_DATE_OF_BIRTH TYPE_OF_DATE DATE YEAR FROM_YEAR TO_YEAR INDIVIDUAL_PLACE_OF_BIRTH
    INDIVIDUAL_DOCUMENT TYPE_OF_DOCUMENT TYPE_OF_DOCUMENT2 NUMBER ISSUING_COUNTRY
    DATE_OF_ISSUE CITY_OF_ISSUE COUNTRY_OF_ISSUE`),
)

/** Elements that say something, under a name that the reader does not know. */
const unknownIn = ({ children }: XmlElement): readonly string[] =>
  children.flatMap((child) =>
    known.has(child.name) ? unknownIn(child) : saysSomething(child) ? [child.name] : [],
  )

const saysSomething = ({ text, children }: XmlElement): boolean =>
  clean(text) !== '' || children.some(saysSomething)
