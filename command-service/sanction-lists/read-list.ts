import type { ListFormat } from '#command/providers/sanction-lists/port.ts'
import type { Source } from '#kernel/platform/cli/source.ts'
import {
  foreignArchive,
  foreignBytes,
  foreignHeader,
  foreignText,
  isArchive,
} from './formats/foreign.ts'
import { hasMasakHeadings, masakRows } from './formats/masak.ts'
import { headerOf, openSanctionsRows } from './formats/open-sanctions.ts'
import { csvRows } from './formats/tables/csv-table.ts'
import { unRows } from './formats/un.ts'
import { workbookList } from './formats/workbook-list.ts'
import { type SourceRow, UnreadableList } from './list-row.ts'
import { encodingOf, textOf } from './text-of.ts'

/**
 * The number of this reader. With another number it may read other entries from the same file, so the
 * same file becomes a new version.
 */
export const READER = 4

/** A list's file, whose format has been recognised. */
export interface ListFile {
  readonly format: ListFormat
  readonly rows: () => AsyncIterable<SourceRow>
}

const DELIMITERS = [',', ';', '\t', '|']
const LOOKED_AT = 64 * 1024
const HEADER_LETTERS = 4 * 1024
const MAX_WORKBOOK = 64 * 1024 * 1024

/** Recognises a file by its content, not by its name. */
export async function listFile(source: Source): Promise<ListFile> {
  const head = await bytesOf(source, LOOKED_AT)
  refuse(foreignBytes(head))
  if (isArchive(head)) return workbookFile(source)
  const encoding = await encodingOf(source.read)
  const beginning = await beginningOf(source, encoding)
  refuse(foreignText(beginning))
  if (/^\uFEFF?\s*</.test(beginning)) {
    return { format: 'un', rows: () => unRows(textOf(source.read(), encoding)) }
  }
  for (const delimiter of DELIMITERS) {
    const format = await tableFormat(beginning, delimiter)
    const rowsOf = format === 'masak' ? masakRows : openSanctionsRows
    if (format !== undefined) {
      const rows = () => rowsOf(csvRows(textOf(source.read(), encoding), delimiter))
      return { format, rows }
    }
  }
  refuse(foreignHeader(beginning.slice(0, HEADER_LETTERS)))
  throw new UnreadableList(
    1,
    'is neither a targets.simple.csv of OpenSanctions, nor a workbook of MASAK (as .xlsx or CSV), nor the UN list as XML',
  )
}

function refuse(foreign: string | undefined): void {
  if (foreign !== undefined) throw new UnreadableList(1, foreign)
}

async function workbookFile(source: Source): Promise<ListFile> {
  const bytes = await bytesOf(source, MAX_WORKBOOK + 1)
  if (bytes.length > MAX_WORKBOOK) throw new UnreadableList(1, 'is too large for a workbook')
  refuse(await foreignArchive(bytes))
  return workbookList(bytes)
}

/** The beginning, up to a number of bytes. */
async function bytesOf(source: Source, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of source.read()) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= most) break
  }
  return Buffer.concat(chunks).subarray(0, most)
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
  try {
    for await (const { cells } of csvRows(once(beginning), delimiter)) {
      if (cells === undefined) continue
      if (headerOf(cells) !== undefined) return 'openSanctions'
      break
    }
    return (await hasMasakHeadings(csvRows(once(beginning), delimiter))) ? 'masak' : undefined
  } catch (error) {
    if (error instanceof UnreadableList) return undefined
    throw error
  }
}

async function* once(text: string): AsyncGenerator<string, void> {
  yield text
}
