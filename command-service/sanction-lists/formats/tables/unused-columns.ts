import { birthYearsIn } from '#kernel/domain/screening/birth-years.ts'
import type { SourceRow } from '../../list-row.ts'
import { clean } from '../words/clean.ts'
import { numbersIn } from '../words/numbers-in.ts'

const looks = {
  names: (cell: string) => /^\p{Lu}[\p{L}\p{M}'’.-]+(?:\s+[\p{L}\p{M}'’.-]+){1,4}$/u.test(cell),
  dates: (cell: string) => cell.length < 40 && birthYearsIn(cell).length > 0,
  numbers: (cell: string) =>
    cell.length < 40 && /\d{5}/.test(cell.replace(/[\s.-]/g, '')) && numbersIn(cell).length > 0,
}
const kinds = ['dates', 'numbers', 'names'] as const

const SHARE = 0.5

const counters = () => ({ cells: 0, names: 0, dates: 0, numbers: 0 })

/** Looks at the cells of columns that are read for nothing, and says what they look like. */
export function unusedColumns(columns: ReadonlyMap<number, string>) {
  const seen = new Map(Array.from(columns.keys(), (at) => [at, counters()] as const))
  return {
    look(cells: readonly string[]) {
      for (const [at, counts] of seen) {
        const cell = clean(cells[at] ?? '')
        if (cell === '') continue
        counts.cells += 1
        for (const kind of kinds) if (looks[kind](cell)) counts[kind] += 1
      }
    },

    warnings: (place: string): readonly SourceRow[] =>
      Array.from(seen).flatMap(([at, counts]): SourceRow[] => {
        const kind = kinds.find((each) => counts[each] > counts.cells * SHARE)
        if (kind === undefined) return []
        const heading = columns.get(at) ?? ''
        const field = heading === '' ? `column ${at + 1}` : heading
        const wrong = `looks like ${kind}, and is used for nothing`
        return [{ kind: 'warning', place, fault: { field, wrong } }]
      }),
  }
}
