import { UnreadableList } from './list-row.ts'

/** Turkish letters that no other encoding below has at the same place. */
const WINDOWS = /[\xC7\xD0\xD6\xE7\xF0\xF6\xFC-\xFE]/g
/** Turkish letters of DOS (cp857) and the Macintosh; rare signs and foreign letters of windows-1254. */
const DOS_OR_MACINTOSH =
  /(?<=[A-Za-z])[\x80-\x82\x86\x87\x8D\x98-\x9A\x9E\x9F\xA6\xA7\xDA\xDB\xDF]|[\x80-\x82\x86\x87\x8D\x98-\x9A\x9E\x9F\xA6\xA7\xDA\xDB\xDF](?=[A-Za-z])|(?<=[A-Za-z])\x94(?=[A-Za-z])/g

/**
 * The encoding of a table that is not UTF-8 and cannot say what it is: windows-1254, in which Turkish
 * workbooks are saved. Throws if its letters say that it is another one.
 */
export async function turkishEncoding(
  read: () => AsyncIterable<Uint8Array>,
): Promise<'windows-1254'> {
  const seen = { windows: 0, dosOrMacintosh: 0, latin: 0, others: 0 }
  for await (const chunk of read()) {
    const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1')
    seen.windows += count(text, WINDOWS)
    seen.dosOrMacintosh += count(text, DOS_OR_MACINTOSH)
    seen.latin += count(text, /[A-Za-z]/g)
    seen.others += count(text, /[\x80-\xFF]/g)
  }
  if (seen.dosOrMacintosh > seen.windows) {
    throw new UnreadableList(
      1,
      'is in a Turkish encoding of DOS or the Macintosh: save it as UTF-8',
    )
  }
  if (seen.others > seen.latin) {
    throw new UnreadableList(1, 'is neither UTF-8 nor windows-1254: save it as UTF-8')
  }
  return 'windows-1254'
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
