import { printable } from '#kernel/platform/cli/printable.ts'
import { UnreadableList } from './list-row.ts'
import { turkishEncoding } from './turkish-encoding.ts'

type Read = () => AsyncIterable<Uint8Array>

const LOOKED_AT_BYTES = 4_096
const DECLARED = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"']*)["']/

/**
 * The encoding of a whole text. Its bytes count more than what it says of itself: files that were
 * converted keep their old declarations. Throws where the encoding is not certain, so that no name is
 * read with wrong letters.
 */
export async function encodingOf(read: Read): Promise<string> {
  const beginning = await beginningOf(read)
  const wide = markedEncoding(beginning) ?? unmarkedUtf16(beginning)
  if (wide !== undefined) return verified(read, wide, 'its first bytes say so')
  const text = Buffer.from(beginning).toString('latin1')
  const declared = declaredEncoding(text)
  const fault = await firstFault(read, 'utf-8')
  if (fault === undefined) return 'utf-8'
  if (fault.isOneOfFew || declared?.startsWith('utf-') === true) {
    throw new UnreadableList(fault.line, 'is not UTF-8 here, as it is elsewhere or says to be')
  }
  if (declared !== undefined) return verified(read, declared, 'its XML declaration says so')
  if (!/^\s*</.test(text)) return turkishEncoding(read)
  throw new UnreadableList(fault.line, 'is not UTF-8, and its XML declaration names nothing else')
}

/** The text, in pieces; a mark of the byte order is left out. */
export async function* textOf(
  chunks: AsyncIterable<Uint8Array>,
  encoding: string,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

async function beginningOf(read: Read): Promise<Uint8Array> {
  let beginning = Buffer.alloc(0)
  for await (const chunk of read()) {
    beginning = Buffer.concat([beginning, chunk])
    if (beginning.length >= LOOKED_AT_BYTES) break
  }
  return beginning.subarray(0, LOOKED_AT_BYTES)
}

function markedEncoding(beginning: Uint8Array): string | undefined {
  const mark = Buffer.from(beginning.subarray(0, 4)).toString('hex')
  if (mark === 'fffe0000' || mark === '0000feff') {
    throw new UnreadableList(1, 'is in UTF-32, which is not read here: save it as UTF-8')
  }
  if (mark.startsWith('fffe')) return 'utf-16le'
  if (mark.startsWith('feff')) return 'utf-16be'
  return mark.startsWith('efbbbf') ? 'utf-8' : undefined
}

/** Separators, digits and Latin letters have a byte 0, always on the same side. */
function unmarkedUtf16(beginning: Uint8Array): string | undefined {
  const zeros = [0, 0]
  for (const [at, byte] of beginning.entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) * 16 < beginning.length || beginning.length < 2) return undefined
  if (odd > even * 4) return 'utf-16le'
  return even > odd * 4 ? 'utf-16be' : undefined
}

/** The standard's name of the encoding that an XML declaration names. */
function declaredEncoding(text: string): string | undefined {
  const label = DECLARED.exec(text)?.[1]
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label).encoding
  } catch {
    throw new UnreadableList(
      1,
      `declares the encoding ${printable(label)}, which is not known here: save it as UTF-8`,
    )
  }
}

async function verified(read: Read, encoding: string, because: string): Promise<string> {
  const fault = await firstFault(read, encoding)
  if (fault === undefined) return encoding
  throw new UnreadableList(fault.line, `is not ${encoding} here, although ${because}`)
}

interface EncodingFault {
  readonly line: number
  /** The text has more letters that are encoded correctly, or ends within one. */
  readonly isOneOfFew: boolean
}

/** Where the bytes are not what this encoding can be. */
async function firstFault(read: Read, encoding: string): Promise<EncodingFault | undefined> {
  const strict = new TextDecoder(encoding, { fatal: true })
  const lenient = new TextDecoder(encoding)
  let line = 1
  let faultyLine: number | undefined
  let [right, wrong] = [0, 0]
  for await (const chunk of read()) {
    const text = lenient.decode(chunk, { stream: true })
    if (faultyLine === undefined && !holds(() => strict.decode(chunk, { stream: true }))) {
      faultyLine = line + count(text.slice(0, text.indexOf('\uFFFD')), /\n/g)
    }
    line += count(text, /\n/g)
    right += count(text, /[^\p{ASCII}\uFFFD]/gu)
    wrong += count(text, /\uFFFD/g)
  }
  if (faultyLine !== undefined) return { line: faultyLine, isOneOfFew: right > wrong }
  return holds(() => strict.decode()) ? undefined : { line, isOneOfFew: true }
}

function holds(decode: () => unknown): boolean {
  try {
    decode()
    return true
  } catch {
    return false
  }
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
