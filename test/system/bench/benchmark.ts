export interface Run {
  /** Smaller sizes, for a first look. */
  readonly quick: boolean
  readonly tell: (line: string) => void
}

type Figures = Readonly<Record<string, number>>

/** What a benchmark prints as its last line; `correct`: what was made agrees with an independent look. */
export interface Result {
  readonly name: string
  readonly figures: Figures
  readonly references: Figures
  /** Ours ÷ reference. */
  readonly ratios: Figures
  readonly correct: boolean
  /** Further figures in rows and columns. */
  readonly table?: Table
  /** What a reader must know to compare. */
  readonly notes?: readonly string[]
}

export interface Table {
  readonly title: string
  /** The cells of each row by the names of the columns, which are the same in all rows. */
  readonly rows: readonly Figures[]
}

export interface Benchmark {
  readonly name: string
  readonly run: (run: Run) => Promise<Result>
}

export function table({ figures, references, ratios, correct, table: further }: Result): string {
  const lines = Object.entries({ figure: figures, reference: references, ratio: ratios }).flatMap(
    ([kind, values]) =>
      Object.entries(values).map(
        ([name, value]) => `${kind.padEnd(10)} ${name.padEnd(32)} ${rounded(value)}`,
      ),
  )
  const rows = further === undefined ? [] : [further.title, ...linesOf(further)]
  return [...lines, ...rows, `correct    ${correct}`].join('\n')
}

const linesOf = ({ rows }: Table) => {
  const [first = {}] = rows
  return [
    Object.keys(first).map((name) => name.padStart(18)),
    ...rows.map((row) => Object.values(row).map((value) => rounded(value).padStart(18))),
  ].map((cells) => cells.join(''))
}

const rounded = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(3))

/** Of figures that scatter, the middle one. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[middle - 1 + (sorted.length % 2)], sorted[middle]]
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2
}

/** Keeps `concurrency` pieces of work going for a time; how many were done in a second. */
export async function ratePerSecond(
  { concurrency, durationMs }: { concurrency: number; durationMs: number },
  work: () => Promise<void>,
): Promise<number> {
  const startedAt = performance.now()
  let done = 0
  const worker = async () => {
    while (performance.now() - startedAt < durationMs) {
      await work()
      done++
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return done / ((performance.now() - startedAt) / 1000)
}
