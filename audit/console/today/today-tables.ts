import { METALS } from '#kernel/domain/fine-metal.ts'
import { type Decimal, sum } from '#kernel/domain/money.ts'
import type { DayCell } from './today-cells.ts'

/** One picture, its table and its file: a row for each state or hour, and four columns of figures. */
export interface DayTable {
  /** Also the name of its file. */
  readonly name: 'states' | 'amounts' | `grams-${string}`
  readonly rows: readonly DayRow[]
  readonly totals: readonly Decimal[]
}

interface DayRow {
  readonly label: string
  /** Bought that day and the week before, then sold. */
  readonly figures: readonly Decimal[]
}

/** The columns of each table. */
export const COLUMNS = [
  { side: 'bought', isBefore: false },
  { side: 'bought', isBefore: true },
  { side: 'sold', isBefore: false },
  { side: 'sold', isBefore: true },
] as const

/** Only these are purchases and sales. */
const COUNTING: ReadonlySet<string> = new Set(['finalized', 'issued'])

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

/** What is shown of a day; nothing of what neither day has. */
export function dayTables(cells: readonly DayCell[], day: string): readonly DayTable[] {
  if (cells.length === 0) return []
  const counting = cells.filter(({ state }) => COUNTING.has(state))
  const metals = [...METALS].filter((metal) => counting.some(({ material }) => material === metal))
  const states = [...new Set(cells.map(({ state }) => state))]
  const table = tableOf(day)
  return [
    table('states', states, { cells, labelOf: stateOf, figureOf: documentsOf }),
    ...metals.map((metal) =>
      table(`grams-${metal}`, HOURS, {
        cells: counting.filter(({ material }) => material === metal),
        labelOf: hourOf,
        figureOf: ({ grams }) => grams,
      }),
    ),
    table('amounts', HOURS, { cells: counting, labelOf: hourOf, figureOf: ({ amount }) => amount }),
  ]
}

interface Measure {
  readonly cells: readonly DayCell[]
  readonly labelOf: (cell: DayCell) => string | undefined
  readonly figureOf: (cell: DayCell) => Decimal
}

const tableOf =
  (day: string) =>
  (
    name: DayTable['name'],
    labels: readonly string[],
    { cells, labelOf, figureOf }: Measure,
  ): DayTable => {
    const columns = COLUMNS.map((column) =>
      cells.filter((cell) => cell.side === column.side && (cell.day !== day) === column.isBefore),
    )
    const figures = (those: readonly DayCell[]) => sum(those.map(figureOf))
    const rows = labels.map((label) => ({
      label,
      figures: columns.map((those) => figures(those.filter((cell) => labelOf(cell) === label))),
    }))
    return { name, rows, totals: columns.map(figures) }
  }

const stateOf = ({ state }: DayCell) => state
const hourOf = ({ hour }: DayCell) => HOURS[hour]
const documentsOf = ({ documents }: DayCell) => String(documents)
