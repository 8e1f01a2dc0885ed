import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { fileFault } from '#kernel/platform/cli/file-fault.ts'
import { errorCode } from '#kernel/platform/errors/error-code.ts'

/** Raised when an older program could not read what a newer one wrote. */
export const FORMAT_VERSION = 1

const MANIFEST = 'manifest.json'
const MAX_BYTES = 1_000_000

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' })

const ArchiveFile = Type.Object({
  name: Type.String({ pattern: '^[a-z_.]+$' }),
  lines: Type.Integer({ minimum: 0 }),
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Hash,
})

const Manifest = Compile(
  Type.Object({
    format: Type.Literal('sarraf-backup'),
    formatVersion: Type.Integer({ minimum: 1 }),
    /** The version of Sarraf that wrote it. */
    product: Type.String(),
    id: Type.String({ format: 'uuid' }),
    takenAt: Type.String(),
    log: Type.Object({
      /** How many events the hash chain counts: those of system streams are not among them. */
      events: Type.Integer({ minimum: 0 }),
      head: Hash,
      /** The position of the last event in the store that it was read from. */
      position: Type.String({ pattern: '^[0-9]+$' }),
    }),
    /** Names the VAULT_KEY that opens the vault, and does not reveal it. */
    vaultKeyId: Type.String(),
    /** The number of events under the last head of the witness; null without a witness. */
    witnessedUpTo: Type.Union([Type.Integer(), Type.Null()]),
    files: Type.Array(ArchiveFile),
    /** Over all of this, under a key of the vault. */
    mac: Type.String(),
  }),
)

export type Manifest = ReturnType<typeof Manifest.Parse>
export type ArchiveFile = Manifest['files'][number]

export const manifestText = (manifest: Manifest) => `${JSON.stringify(manifest, null, 2)}\n`

export const manifestPath = (folder: string) => join(folder, MANIFEST)

/** The manifest of a complete backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = manifestPath(folder)
  const text = await manifestIn(path).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw fileFault(`${path} cannot be read`, error)
    throw new CommandError(`${folder} is no complete backup: it has no ${MANIFEST}.`)
  })
  const found = parsed(text)
  if (isOfLaterFormat(found)) {
    throw new CommandError(`${folder} was written by a later version of Sarraf: use that version.`)
  }
  if (!Manifest.Check(found)) throw new CommandError(`${folder}: ${MANIFEST} is damaged.`)
  return found
}

/** A pipe might never end, and a file of many gigabytes is no manifest. */
async function manifestIn(path: string): Promise<string> {
  const found = await stat(path)
  if (found.isFile() && found.size <= MAX_BYTES) return readFile(path, 'utf8')
  throw new CommandError(
    found.isFile() ? `${path} is too large for a manifest.` : `${path} is no ordinary file.`,
  )
}

export function fileNamed({ files }: Manifest, name: string): ArchiveFile {
  const file = files.find((each) => each.name === name)
  if (file === undefined) throw new CommandError(`The backup is damaged: it has no ${name}.`)
  return file
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isOfLaterFormat = (found: unknown) =>
  typeof found === 'object' &&
  found !== null &&
  'formatVersion' in found &&
  typeof found.formatVersion === 'number' &&
  found.formatVersion > FORMAT_VERSION
