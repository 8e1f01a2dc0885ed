import { isStorable } from '#kernel/domain/written-text.ts'
import { CommandError } from './command.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Other users of the machine can see a command line, so `-` reads the text from standard input. */
export async function givenText(given: string, stdin: AsyncIterable<Uint8Array>): Promise<string> {
  const text = given === '-' ? await decoded(stdin) : given
  if (text !== undefined && isStorable(text)) return text.trim()
  throw new CommandError('Standard input is not well-formed text in UTF-8.')
}

async function decoded(stdin: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const bytes = Buffer.concat(await Array.fromAsync(stdin))
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}
