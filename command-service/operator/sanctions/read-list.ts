import type { ListFormat } from '#command/providers/sanction-lists/port.ts'
import type { Source } from '../import/source.ts'
import { csvRows } from './formats/csv-table.ts'
import { headingsOf, masakRows } from './formats/masak.ts'
import { headerOf, openSanctionsRows } from './formats/open-sanctions.ts'
import { unRows } from './formats/un.ts'
import { type ListRow, UnreadableList } from './list-row.ts'
import { encodingOf, textOf } from './text-of.ts'

/** A list's file, whose format has been recognised. */
export interface ListFile {
  readonly format: ListFormat
  readonly rows: () => AsyncIterable<ListRow>
}

const DELIMITERS = [',', ';', '\t']
const LOOKED_AT = 64 * 1024
const MAX_ROWS_LOOKED_AT = 20

/** Recognises a file by its content, not by its name. */
export async function listFile(source: Source): Promise<ListFile> {
  const encoding = await encodingOf(source.read)
  const beginning = await beginningOf(source, encoding)
  if (/^\uFEFF?\s*</.test(beginning)) {
    return { format: 'un', rows: () => unRows(textOf(source.read(), encoding)) }
  }
  for (const delimiter of DELIMITERS) {
    const format = await tableFormat(beginning, delimiter)
    const rowsOf = format === 'masak' ? masakRows : openSanctionsRows
    if (format !== undefined) {
      return { format, rows: () => rowsOf(textOf(source.read(), encoding), delimiter) }
    }
  }
  throw new UnreadableList(
    1,
    'is neither a targets.simple.csv, nor a MASAK workbook saved as CSV, nor the UN list as XML',
  )
}

async function beginningOf(source: Source, encoding: string): Promise<string> {
  let beginning = ''
  for await (const piece of textOf(source.read(), encoding)) {
    beginning += piece
    if (beginning.length >= LOOKED_AT) break
  }
  return beginning.slice(0, LOOKED_AT)
}

/** A header may be cut off in the middle of a later row: what cannot be read there says nothing. */
async function tableFormat(
  beginning: string,
  delimiter: string,
): Promise<'masak' | 'openSanctions' | undefined> {
  let looked = 0
  try {
    for await (const { cells } of csvRows(once(beginning), delimiter)) {
      if (cells === undefined) continue
      if (looked === 0 && headerOf(cells) !== undefined) return 'openSanctions'
      if (headingsOf(cells) !== undefined) return 'masak'
      looked += 1
      if (looked === MAX_ROWS_LOOKED_AT) return undefined
    }
  } catch (error) {
    if (!(error instanceof UnreadableList)) throw error
  }
  return undefined
}

async function* once(text: string): AsyncGenerator<string, void> {
  yield text
}
