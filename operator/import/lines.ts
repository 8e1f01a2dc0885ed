const LINE_BYTES = 256 * 1024
const NEWLINE = 10

export interface Line {
  /** Counted from 1, blank lines included. */
  readonly number: number
  /** Undefined where the line is too long, or no UTF-8. */
  readonly text: string | undefined
}

/** The lines that are not blank. Of a line that is too long no more than its limit is kept. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line, void> {
  let parts: Uint8Array[] = []
  let length = 0
  let number = 1

  function keep(part: Uint8Array) {
    length += part.length
    if (length <= LINE_BYTES) parts.push(part)
  }

  function take(): Line {
    const text = length <= LINE_BYTES ? decoded(Buffer.concat(parts)) : undefined
    const line = { number, text }
    parts = []
    length = 0
    number += 1
    return line
  }

  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      keep(chunk.subarray(from, end))
      from = end + 1
      const line = take()
      if (line.text !== '') yield line
    }
    keep(chunk.subarray(from))
  }
  const last = take()
  if (last.text !== '') yield last
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes).trim()
  } catch {
    return undefined
  }
}
