import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { UnreadableList } from '../../list-row.ts'
import type { TableRow } from './table.ts'

const MAX_RECORD = 256 * 1024

/** The records of a CSV text in their order, the unreadable ones among them. */
export async function* csvRows(
  text: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<TableRow, void> {
  /** The parser reads ahead: these are before, between and after the next records. */
  const unreadable: Unreadable[] = []
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    raw: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: MAX_RECORD,
    on_skip: (error, raw) => {
      const row = unreadableRow(Number(error?.['lines'] ?? 0), error?.code, raw)
      if (row.line !== unreadable.at(-1)?.line) unreadable.push(row)
      return undefined
    },
  })
  const feeding = pipeline(Readable.from(text), parser)
  feeding.catch(() => undefined)
  for await (const { record, info } of readable(parser)) {
    const line = info.lines - lineBreaksIn(record)
    while ((unreadable[0]?.line ?? line) < line) yield* reported(unreadable.shift())
    yield { line, cells: record }
  }
  for (const row of unreadable) yield* reported(row)
}

interface Unreadable extends TableRow {
  /** A quotation mark that is not closed takes other rows with it. */
  readonly swallowsOthers: boolean
}

function unreadableRow(endsAt: number, code = 'is no CSV record', raw = ''): Unreadable {
  const breaks = lineBreaksIn([raw.trimEnd()])
  return { line: endsAt - breaks, cells: undefined, wrong: code, swallowsOthers: breaks > 0 }
}

function* reported(row: Unreadable | undefined): Generator<TableRow, void> {
  if (row?.swallowsOthers === true) {
    throw new UnreadableList(row.line, `has a quotation mark that is not closed (${row.wrong})`)
  }
  if (row !== undefined) yield row
}

async function* readable<Item>(parser: AsyncIterable<Item>): AsyncGenerator<Item, void> {
  try {
    yield* parser
  } catch (error) {
    // Not the parser's: the file itself could not be read.
    if (error instanceof CommandError || error instanceof UnreadableList) throw error
    throw new UnreadableList(1, error instanceof Error ? error.message : 'is no CSV')
  }
}

/** A record is found where it begins; the parser counts to where it ends. */
const lineBreaksIn = (cells: readonly string[]) =>
  cells.reduce((count, cell) => count + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0)
