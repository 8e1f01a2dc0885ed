import { csvRows } from '#command/sanction-lists/formats/tables/csv-table.ts'
import { UnreadableList } from '#command/sanction-lists/list-row.ts'
import { encodingOf, textOf } from '#command/sanction-lists/text-of.ts'
import type { LabelledPair } from '#kernel/domain/screening/evaluation.ts'
import { fold } from '#kernel/domain/turkish-text.ts'
import type { Source } from '#kernel/platform/cli/source.ts'

const columns = ['sought', 'listed', 'same'] as const
const answers: ReadonlyMap<string, boolean> = new Map([
  ...['yes', 'true', '1', 'evet'].map((answer) => [answer, true] as const),
  ...['no', 'false', '0', 'hayir'].map((answer) => [answer, false] as const),
])

/** Reads a CSV with the columns `sought`, `listed` and `same`, separated by commas or semicolons. */
export async function labelledPairs(source: Source): Promise<readonly LabelledPair[]> {
  const text = await wholeText(source)
  const delimiter = text.slice(0, text.indexOf('\n')).includes(';') ? ';' : ','
  const pairs: LabelledPair[] = []
  let places: readonly number[] | undefined
  for await (const { line, cells } of csvRows(once(text), delimiter)) {
    if (cells === undefined) throw new UnreadableList(line, 'is no CSV record')
    if (places === undefined) places = placesIn(cells)
    else pairs.push(pairIn(line, cells, places))
  }
  if (pairs.length === 0) throw new UnreadableList(1, 'has no pairs')
  return pairs
}

async function wholeText(source: Source): Promise<string> {
  const encoding = await encodingOf(source.read)
  const pieces = await Array.fromAsync(textOf(source.read(), encoding))
  return pieces.join('')
}

async function* once(text: string): AsyncGenerator<string, void> {
  yield text
}

function placesIn(header: readonly string[]): readonly number[] {
  const names = header.map((cell) => fold(cell).trim())
  const places = columns.map((column) => names.indexOf(column))
  if (places.includes(-1)) throw new UnreadableList(1, `needs the columns ${columns.join(', ')}`)
  return places
}

function pairIn(line: number, cells: readonly string[], places: readonly number[]): LabelledPair {
  const [sought = '', listed = '', same = ''] = places.map((place) => (cells[place] ?? '').trim())
  const isSame = answers.get(fold(same))
  if (isSame === undefined) throw new UnreadableList(line, 'same: is neither yes nor no')
  if (sought === '' || listed === '') throw new UnreadableList(line, 'lacks a name')
  return { sought, listed, isSame }
}
