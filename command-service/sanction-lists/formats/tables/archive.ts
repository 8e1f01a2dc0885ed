import { SaxesParser } from 'saxes'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { UnreadableList } from '../../list-row.ts'
import { columnName, measuringExtent, type SheetExtent } from './sheet-extent.ts'

const MAX_PARTS = 2_000
/** Unpacked. A list of 50 000 entries has about 35 MiB. */
const MAX_BYTES = 64 * 1024 * 1024
/** Of all sheets together, between the first cell and the last one with a value. */
const MAX_CELLS = 4_000_000
/** Of a sheet: rows without any value before the last one. */
const MAX_EMPTY_ROWS = 100_000

/** The names of the parts of an archive; undefined if its directory cannot be read. */
export async function partsOf(bytes: Buffer): Promise<readonly string[] | undefined> {
  try {
    return (await entriesOf(await opened(bytes))).map(({ fileName }) => fileName)
  } catch {
    return undefined
  }
}

/** Refuses an archive that unpacks to too much, or a part of which is damaged; tells the range of cells with values. */
export async function checkArchive(bytes: Buffer): Promise<string> {
  const archive = await opened(bytes)
  const entries = await entriesOf(archive)
  const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (entries.length > MAX_PARTS || unpacked > MAX_BYTES || entries.some(isUntrue)) {
    const limit = `${MAX_BYTES / 1024 / 1024} MiB`
    throw new UnreadableList(1, `is a workbook that unpacks to more than ${limit}`)
  }
  if (entries.some((entry) => entry.isEncrypted())) throw new UnreadableList(1, 'is encrypted')
  const lying = entries.find((entry) => isOtherThanItsHeader(bytes, entry))
  if (lying !== undefined) throw damaged(lying, 'its directory says another size than its header')
  const sheets: SheetExtent[] = []
  for (const entry of entries) {
    const extent = await checkXml(archive, entry)
    if (extent !== undefined) sheets.push(extent)
  }
  return rangeOf(sheets)
}

function rangeOf(sheets: readonly SheetExtent[]): string {
  const rows = Math.max(1, ...sheets.map((sheet) => sheet.rows))
  const columns = Math.max(1, ...sheets.map((sheet) => sheet.columns))
  const isSparse = sheets.some((sheet) => sheet.rows - sheet.rowsWithValues > MAX_EMPTY_ROWS)
  const last = `${columnName(columns)}${rows}`
  if (isSparse || rows * columns * sheets.length > MAX_CELLS) {
    throw new UnreadableList(
      1,
      `is a workbook whose values reach as far as ${last}, with too many empty cells between: delete what stands far from the table, and save it again`,
    )
  }
  return `A1:${last}`
}

const WITH_DESCRIPTOR = 8

/** Programs that read a part from its own header would unpack another one than its directory describes. */
function isOtherThanItsHeader(bytes: Buffer, entry: Entry): boolean {
  const at = entry.relativeOffsetOfLocalHeader
  if (at + 30 > bytes.length) return true
  const sizes = [bytes.readUInt32LE(at + 18), bytes.readUInt32LE(at + 22)]
  const isLater = (bytes.readUInt16LE(at + 6) & WITH_DESCRIPTOR) > 0
  const isZip64 = sizes.every((size) => size === 0xff_ff_ff_ff)
  const said = [entry.compressedSize, entry.uncompressedSize]
  return !isZip64 && sizes.some((size, which) => size !== said[which] && !(isLater && size === 0))
}

const isUntrue = ({ compressedSize, uncompressedSize }: Entry) =>
  uncompressedSize === 0 && compressedSize > 2

/** Pictures and their like. Drawings of old programs may be no well-formed XML. */
const isOther = ({ fileName }: Entry, beginning: string) =>
  !/^\uFEFF?\s*</.test(beginning) ||
  (/\.(?:vml|svg|html?)$/i.test(fileName) && !beginning.includes('sheetData'))

const opened = (bytes: Buffer) =>
  fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true, strictFileNames: false })

async function entriesOf(archive: ZipFile): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  for await (const entry of archive.eachEntry()) {
    entries.push(entry)
    if (entries.length > MAX_PARTS) break
  }
  return entries
}

/** The library that reads workbooks takes half of a part for the whole. */
async function checkXml(archive: ZipFile, entry: Entry): Promise<SheetExtent | undefined> {
  const parser = new SaxesParser()
  const decoder = new TextDecoder()
  const extent = measuringExtent(parser)
  let isFirst = true
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => {
    throw new Error('it has a document type declaration')
  })
  try {
    for await (const chunk of await archive.openReadStreamPromise(entry)) {
      const text = decoder.decode(chunk, { stream: true })
      if (isFirst && isOther(entry, text)) return undefined
      isFirst = false
      parser.write(text)
    }
    if (isFirst) return undefined
    parser.write(decoder.decode()).close()
    return extent()
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it cannot be read'
    throw damaged(entry, why)
  }
}

const damaged = ({ fileName }: Entry, why: string) =>
  new UnreadableList(1, `is a damaged workbook (${fileName}: ${why})`)
