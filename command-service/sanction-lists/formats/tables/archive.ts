import { SaxesParser } from 'saxes'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { UnreadableList } from '../../list-row.ts'

const MAX_PARTS = 2_000
/** Unpacked. A list of 50 000 entries has about 35 MiB. */
const MAX_BYTES = 64 * 1024 * 1024

/** The names of the parts of an archive; undefined if its directory cannot be read. */
export async function partsOf(bytes: Buffer): Promise<readonly string[] | undefined> {
  try {
    return (await entriesOf(await opened(bytes))).map(({ fileName }) => fileName)
  } catch {
    return undefined
  }
}

/** Refuses an archive that unpacks to too much, or a part of which is damaged. */
export async function checkArchive(bytes: Buffer): Promise<void> {
  const archive = await opened(bytes)
  const entries = await entriesOf(archive)
  const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (entries.length > MAX_PARTS || unpacked > MAX_BYTES || entries.some(isUntrue)) {
    const limit = `${MAX_BYTES / 1024 / 1024} MiB`
    throw new UnreadableList(1, `is a workbook that unpacks to more than ${limit}`)
  }
  if (entries.some((entry) => entry.isEncrypted())) throw new UnreadableList(1, 'is encrypted')
  for (const entry of entries.filter(isSheetOrText)) await checkXml(archive, entry)
}

const isUntrue = ({ compressedSize, uncompressedSize }: Entry) =>
  uncompressedSize === 0 && compressedSize > 2

const isSheetOrText = ({ fileName }: Entry) =>
  /^\/?xl\/(?:worksheets\/[^/]+|sharedStrings|workbook|styles)\.xml$/i.test(fileName)

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
async function checkXml(archive: ZipFile, entry: Entry): Promise<void> {
  const parser = new SaxesParser()
  const decoder = new TextDecoder()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => {
    throw new Error('it has a document type declaration')
  })
  try {
    for await (const chunk of await archive.openReadStreamPromise(entry)) {
      parser.write(decoder.decode(chunk, { stream: true }))
    }
    parser.write(decoder.decode()).close()
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it cannot be read'
    throw new UnreadableList(1, `is a damaged workbook (${entry.fileName}: ${why})`)
  }
}
