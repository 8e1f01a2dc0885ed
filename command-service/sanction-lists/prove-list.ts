import { setImmediate } from 'node:timers/promises'
import type { ListEntry } from '#command/providers/sanction-lists/port.ts'
import { entityOf, namesOf } from '#command/sanction-checks/entity.ts'
import { normalNumber } from '#kernel/domain/normal-number.ts'
import { type Facts, noFacts } from '#kernel/domain/screening/facts.ts'
import type { ListIndex } from '#kernel/domain/screening/list-index.ts'
import { THRESHOLD } from '#kernel/domain/screening/name-score.ts'
import { rememberingIndex } from '#kernel/domain/screening/remembered.ts'
import { type NameSearch, searchIn } from '#kernel/domain/screening/search.ts'
import { numberLikesIn } from './formats/words/document-numbers.ts'
import type { SourceRow } from './list-row.ts'
import type { ListFile } from './read-list.ts'

/** How many of the names and numbers of a version are found in it. */
export interface Proof {
  readonly entries: number
  readonly names: number
  readonly numbers: number
  readonly missed: number
  /** What looks like a number in the file, and is the number of nothing. */
  readonly unused: readonly string[]
}

export interface Missed {
  readonly place: string
  readonly field: 'name' | 'number'
  readonly text: string
}

/** Above this share a version is not used. */
const MOST_MISSED = 1 / 1_000
/** Others use the process, too. */
const PAUSE_EVERY_MS = 20

export const isProven = ({ names, numbers, missed }: Proof): boolean =>
  missed <= (names + numbers) * MOST_MISSED

/** Asks for each name and number exactly, with the entry's own dates and countries. */
export async function proveList(
  file: ListFile,
  index: ListIndex,
  report: (missed: Missed) => void,
): Promise<Proof> {
  const search = searchIn(rememberingIndex(index))
  let [entries, names, numbers, missed] = [0, 0, 0, 0]
  const unused: string[] = []
  let pausedAt = performance.now()
  for await (const row of file.rows()) {
    if (row.kind !== 'entry') continue
    for (const each of missedOf(search, row.entry, entries)) {
      missed += 1
      report({ place: row.place, ...each })
    }
    const others = numbersInBytes(row)
    for (const number of others) {
      if (!finds(search, entries, { idNo: number })) unused.push(number)
    }
    entries += 1
    names += namesOf(row.entry).length
    numbers += row.entry.idNos.length + others.length
    if (performance.now() - pausedAt > PAUSE_EVERY_MS) {
      await setImmediate()
      pausedAt = performance.now()
    }
  }
  return { entries, names, numbers, missed, unused }
}

/** Numbers of the row itself, whatever the reader took from it. */
function numbersInBytes({ entry, texts }: EntryRow): readonly string[] {
  const read = new Set(entry.idNos.map(normalNumber))
  const longest = texts.flatMap(numberLikesIn).map(([number = '']) => number)
  const others = new Map(longest.map((number) => [normalNumber(number), number] as const))
  return [...others].flatMap(([compared, number]) => (read.has(compared) ? [] : [number]))
}

type EntryRow = Extract<SourceRow, { readonly kind: 'entry' }>

interface EntryFacts {
  readonly idNo?: string
  readonly name?: string
}

const finds = (search: NameSearch, within: number, { idNo, name }: EntryFacts, facts = noFacts) =>
  search({
    idNo: idNo ?? null,
    name: name ?? null,
    surname: null,
    facts,
    threshold: THRESHOLD,
    within,
  }).length > 0

function* missedOf(search: NameSearch, entry: ListEntry, place: number) {
  const persons = personsOf(entry)
  for (const [at, name] of namesOf(entry).entries()) {
    // Each date is asked for with at least one name.
    const asked = persons.filter((_, other) => other % namesOf(entry).length === at)
    const facts = asked.length > 0 ? asked : persons.slice(at % persons.length).slice(0, 1)
    if (!facts.every((each) => finds(search, place, { name }, each)))
      yield { field: 'name', text: name } as const
  }
  for (const idNo of entry.idNos) {
    if (!finds(search, place, { idNo })) yield { field: 'number', text: idNo } as const
  }
}

/** The person of an entry, once with each date of birth. */
function personsOf(entry: ListEntry): readonly Facts[] {
  const { birthYears, countries } = entityOf(entry)
  return birthYears.length === 0
    ? [{ birthYears, countries }]
    : birthYears.map((years) => ({ birthYears: [years], countries }))
}
