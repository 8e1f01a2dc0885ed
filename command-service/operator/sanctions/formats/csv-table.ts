import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CsvError, parse } from 'csv-parse'
import { UnreadableList } from '../list-row.ts'

/** One record of a CSV file; `cells` is undefined where the record cannot be read. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[] | undefined
  readonly wrong?: string
}

const MAX_RECORD = 256 * 1024

/** The records of a CSV text in their order, the unreadable ones among them. */
export async function* csvRows(
  text: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<CsvRow, void> {
  const unreadable: CsvRow[] = []
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: MAX_RECORD,
    on_skip: (error) => {
      unreadable.push(rowOf(error))
      return undefined
    },
  })
  const feeding = pipeline(Readable.from(text), parser)
  feeding.catch(() => undefined)
  try {
    for await (const { record, info } of parser) {
      yield* unreadable.splice(0)
      yield { line: info.lines - lineBreaksIn(record), cells: record }
    }
    await feeding
  } catch (error) {
    throw new UnreadableList(0, error instanceof Error ? error.message : 'is no CSV')
  }
  yield* unreadable.splice(0)
}

/** A record is found where it begins; the parser counts to where it ends. */
const lineBreaksIn = (cells: readonly string[]) =>
  cells.reduce((count, cell) => count + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0)

const rowOf = (error: CsvError | undefined): CsvRow => ({
  line: Number(error?.['lines'] ?? 0),
  cells: undefined,
  wrong: error?.code ?? 'is no CSV record',
})
