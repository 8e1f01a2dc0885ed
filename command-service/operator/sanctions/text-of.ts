type Chunks = AsyncIterable<Uint8Array>

/** The encodings in which a workbook's CSV comes: as it should be, or as older programs write it. */
export type Encoding = 'utf-8' | 'utf-16le' | 'windows-1254'

/** UTF-8 where that is what the bytes are; else what Turkish workbooks are saved in. */
export async function encodingOf(chunks: Chunks): Promise<Encoding> {
  const strict = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  try {
    for await (const chunk of chunks) {
      if (isFirst && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
      isFirst = false
      strict.decode(chunk, { stream: true })
    }
    strict.decode()
    return 'utf-8'
  } catch {
    return 'windows-1254'
  }
}

/** The text, in pieces; a mark of the byte order is left out. */
export async function* textOf(chunks: Chunks, encoding: Encoding): AsyncGenerator<string, void> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}
