import { type FileHandle, mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { errorCode } from '#kernel/platform/errors/error-code.ts'
import { syncFolder } from '#kernel/platform/files/folder.ts'
import { CommandError } from '../cli/command.ts'
import { fileFault, orFileFault } from '../cli/file-fault.ts'
import { isKeySuccession, type KeySuccession } from './key-succession.ts'
import { isSignedHead, type SignedHead } from './signed-head.ts'

/** Holds the last lines, even if several notaries write out of order. */
const TAIL_BYTES = 16_384
const LINE_FEED = 10

const Key = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Signature = Type.String({ pattern: '^[0-9a-f]{128}$' })

const Succession = Compile(
  Type.Object({
    publicKey: Key,
    successor: Key,
    signature: Signature,
    successorSignature: Signature,
  }),
)

const Head = Compile(
  Type.Object({
    count: Type.Integer({ minimum: 1 }),
    head: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    keyId: Type.String(),
    publicKey: Key,
    signature: Signature,
  }),
)

/** The heads that the notary signed, kept outside the database. */
export interface Witness {
  /** The head over the most events; undefined if there is none yet. */
  readonly last: () => Promise<SignedHead | undefined>
  /** Resolves once the head is on the disk. */
  readonly keep: (head: SignedHead) => Promise<void>
  /** The same for the statement that one key is followed by another. */
  readonly keepSuccession: (succession: KeySuccession) => Promise<void>
}

/** What a line of a witness says. */
export type WitnessEntry =
  | { readonly kind: 'head'; readonly head: SignedHead }
  | { readonly kind: 'succession'; readonly succession: KeySuccession }

/** A file with one signed statement on each line. Lines are only added. */
export const witnessIn = (file: string): Witness => ({
  async last() {
    const lines = (await tailOf(file)).split('\n')
    const entries = lines.filter((line) => line !== '').map((line) => entryOnLine(line, file))
    const heads = entries.flatMap((entry) => (entry.kind === 'head' ? [entry.head] : []))
    return heads.toSorted((one, other) => one.count - other.count).at(-1)
  },
  keep: (head) => addLine(file, head),
  keepSuccession: (succession) => addLine(file, succession),
})

/**
 * The last head, for who looks again and again: signatures are verified once for each change of the file, and a file
 * that is gone is remembered.
 */
export function lastHeadOf(file: string): Witness['last'] {
  const { last } = witnessIn(file)
  let known: { readonly state: string; readonly head: SignedHead | undefined } | undefined
  return async () => {
    const state = await stateOf(file)
    if (known?.state !== state) known = { state, head: (await last()) ?? known?.head }
    return known.head
  }
}

async function stateOf(file: string): Promise<string> {
  try {
    const { ino, size, mtimeNs } = await stat(file, { bigint: true })
    return `${ino} ${size} ${mtimeNs}`
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'none'
    throw error
  }
}

async function addLine(file: string, said: SignedHead | KeySuccession) {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // It holds no secret, and each command of an operator or auditor reads it, whoever runs it.
  const handle = await open(file, 'a+', 0o644)
  try {
    await dropTornLine(handle)
    await handle.appendFile(jsonLine(said))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await syncFolder(dirname(file))
}

/** All that a witness says. Throws if the notary did not sign a line. */
export async function* entriesIn(file: string): AsyncGenerator<WitnessEntry, void> {
  const unreadable = `The witness ${file} cannot be read`
  const handle = await orFileFault(unreadable, open(file))
  try {
    for await (const line of handle.readLines()) if (line !== '') yield entryOnLine(line, file)
  } catch (error) {
    throw fileFault(unreadable, error)
  } finally {
    // Also where a reader stops early: lines of a stream would leave its file open.
    await handle.close()
  }
}

/** Throws if the line is no signed statement. */
export function entryOnLine(line: string, file: string): WitnessEntry {
  const said = parsed(line)
  if (Head.Check(said) && isSignedHead(said)) return { kind: 'head', head: said }
  if (Succession.Check(said) && isKeySuccession(said))
    return { kind: 'succession', succession: said }
  throw new CommandError(`The witness ${file} has a line that is not a signed head.`)
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** The whole lines at the end of the file; empty if there is no file. */
async function tailOf(file: string): Promise<string> {
  const handle = await openedToRead(file)
  if (handle === undefined) return ''
  try {
    const { size } = await handle.stat()
    const from = Math.max(0, size - TAIL_BYTES)
    const bytes = await bytesFrom(handle, from, size)
    const begin = from === 0 ? 0 : bytes.indexOf(LINE_FEED) + 1
    return bytes.subarray(begin, bytes.lastIndexOf(LINE_FEED) + 1).toString()
  } finally {
    await handle.close()
  }
}

/** A line without its end was cut off by a crash, before its head was signed into the log. */
async function dropTornLine(handle: FileHandle): Promise<void> {
  const { size } = await handle.stat()
  const from = Math.max(0, size - TAIL_BYTES)
  const bytes = await bytesFrom(handle, from, size)
  if (bytes.length > 0 && bytes.at(-1) !== LINE_FEED) {
    await handle.truncate(from + bytes.lastIndexOf(LINE_FEED) + 1)
  }
}

async function bytesFrom(handle: FileHandle, from: number, to: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(to - from), 0, to - from, from)
  return buffer.subarray(0, bytesRead)
}

async function openedToRead(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file, 'r')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
