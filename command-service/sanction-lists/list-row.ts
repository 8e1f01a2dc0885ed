import type { ListEntry } from '#command/providers/sanction-lists/port.ts'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import { clean, distinct, keepable } from './formats/words/clean.ts'
import { numberLikesIn } from './formats/words/document-numbers.ts'
import { type NamesInText, namesIn, shownNames } from './formats/words/names-in.ts'

/** One row of a list's file: an entry, what is wrong with it, or what in it is not used. */
export type SourceRow =
  | {
      readonly kind: 'entry'
      readonly place: string
      readonly entry: ListEntry
      /** All that its row says, but for the list's own numbers of it. */
      readonly texts: readonly string[]
    }
  | { readonly kind: 'fault' | 'warning'; readonly place: string; readonly fault: RowFault }

export interface RowFault {
  readonly field: string
  readonly wrong: string
}

/** The file as a whole is unreadable: its good rows cannot be distinguished from its bad ones. */
export class UnreadableList extends Error {
  override readonly name = 'UnreadableList'
  readonly line: number

  constructor(line: number, wrong: string) {
    super(wrong)
    this.line = line
  }
}

/** An entry in the list's own words: a text may hold several names, and remarks. */
export interface PublishedEntry {
  readonly entryId: string
  readonly name: string
  readonly aliases: readonly string[]
  readonly weakAliases: readonly string[]
  readonly idNos: readonly string[]
  readonly birthDates: readonly string[]
  readonly nationalities: readonly string[]
  readonly program: string
  readonly reason: string
  /** The list's own row. */
  readonly record: Readonly<Record<string, string>>
  /** Where the record has the list's own numbers of the entry. */
  readonly ownNumbers: ReadonlySet<string>
}

/** Where each number of an entry stood first. */
export type PlacesOfIds = Map<string, string>

const MAX_NAME = 500
const MAX_ENTRY = 256 * 1024

/** A row, once what every list must say has been looked at. */
export function entryRow(place: string, published: PublishedEntry): SourceRow {
  const texts = Object.entries(published.record).flatMap(([field, text]) =>
    published.ownNumbers.has(field) ? [] : [text],
  )
  const entry = entryOf(published, texts)
  const fault = faultOf(entry)
  return fault === undefined
    ? { kind: 'entry', place, entry, texts }
    : { kind: 'fault', place, fault }
}

function entryOf(
  { name, aliases, weakAliases, idNos, ...published }: PublishedEntry,
  texts: readonly string[],
): ListEntry {
  const own = oneLine(name)
  const good = [own, ...aliases].map(read)
  const weak = weakAliases.map(read)
  const shown = [...good.slice(1), ...weak].flatMap((each) => each.shown)
  const names = distinct(
    good.flatMap((each) => each.names),
    [own],
  )
  const words = distinct(
    [...good.flatMap((each) => each.words), ...weak.flatMap(allOf)],
    [own, ...names],
  )
  return {
    entryId: published.entryId,
    name: own,
    aliases: names,
    weakAliases: words,
    partNames: distinct([...names, ...words], shown),
    ...numbersOf(idNos, texts),
    birthDate: orNothing(distinct(published.birthDates).join('; ')),
    nationality: orNothing(distinct(published.nationalities).join('; ')),
    program: orNothing(published.program),
    reason: orNothing(published.reason),
    record: published.record,
  }
}

function read(text: string) {
  const found = namesIn(text)
  return { ...found, shown: shownNames(text, found) }
}

const allOf = ({ names, words }: NamesInText) => [...names, ...words]

const oneLine = (text: string) => clean(text).replaceAll('\n', ' ')

/** Each number once: those of the entry, and what else in its row looks like one. */
function numbersOf(idNos: readonly string[], texts: readonly string[]) {
  const numbers = new Map<string, string>()
  const add = (idNo: string) => {
    const compared = normalNumber(idNo)
    if (/[\p{L}\p{N}]/u.test(compared) && !numbers.has(compared)) numbers.set(compared, clean(idNo))
  }
  for (const idNo of idNos) add(idNo)
  const own = numbers.size
  for (const [longest = '', ...shorter] of texts.flatMap(numberLikesIn)) {
    if (numbers.has(normalNumber(longest))) continue
    for (const number of [longest, ...shorter]) add(number)
  }
  const all = [...numbers.values()]
  return { idNos: all.slice(0, own), otherNumbers: all.slice(own) }
}

const orNothing = (text: string): string | null => (text === '' ? null : text)

function faultOf(entry: ListEntry): RowFault | undefined {
  if (entry.name === '') return { field: 'name', wrong: 'is required' }
  if (entry.name.length > MAX_NAME) {
    return { field: 'name', wrong: `has more than ${MAX_NAME} characters` }
  }
  if (JSON.stringify(entry).length > MAX_ENTRY) {
    return { field: 'row', wrong: `has more than ${MAX_ENTRY} characters` }
  }
  return undefined
}

/** Where a number stood before, as the parts of a workbook count from 1 again, the place distinguishes the later entry. */
export function idOf(id: string, place: string, placesOfIds: PlacesOfIds): string {
  const at = place.replace(/^line /, '')
  if (id === '' || placesOfIds.has(id)) return `${id || 'row'}@${at}`
  placesOfIds.set(id, place)
  return id
}

/** The row as it was; a column that has neither a heading nor a value is none. */
export const recordOf = (
  headings: readonly string[],
  cells: readonly string[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    headings
      .map((heading, at) => [heading || `${at + 1}`, keepable(cells[at] ?? '')] as const)
      .filter(([, value], at) => headings[at] !== '' || value !== ''),
  )
