import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { families } from '#kernel/events/families.ts'
import { writeNewFile } from '#kernel/platform/files/new-file.ts'
import { wholeFolder } from '#kernel/platform/files/whole-folder.ts'
import type { AuditedSystem } from '../audited-system.ts'
import { type EvidenceOrder, fileEntry, writeEvents } from './events-of-company.ts'
import { readme } from './readme.ts'
import { receiptFor } from './receipt.ts'

const PROGRAM = join(import.meta.dirname, 'verify.mjs')
const FORMAT = 'sarraf-evidence/2'

export interface WrittenEvidence {
  readonly events: number
  /** False: the notary has not signed what the log says of the package. Null: there is no notary. */
  readonly isSigned: boolean | null
}

/** The files of a package; the manifest names the hash of each that is not bound to it otherwise. */
export const packageFiles: readonly string[] = [
  'README.md',
  'manifest.json',
  'events.ndjson',
  'opened.ndjson',
  'keys.ndjson',
  'signed-heads.ndjson',
  'chain.bin',
  'receipt.json',
  'schemas.json',
  'verify.mjs',
]

/** Writes a package into a new or empty folder, as a whole. */
export const writeEvidence = (
  system: AuditedSystem,
  order: EvidenceOrder,
): Promise<WrittenEvidence> =>
  wholeFolder(
    order.folder,
    (name) => packageFiles.includes(name),
    (folder) => writeFiles(system, { ...order, folder }),
  )

async function writeFiles(system: AuditedSystem, order: EvidenceOrder): Promise<WrittenEvidence> {
  const { folder, companyId, from, to, moved } = order
  const { events, log, end, files: written } = await writeEvents(system, order)
  const others = await Promise.all([
    writeText(folder, 'README.md', readme(companyId)),
    writeText(folder, 'schemas.json', `${JSON.stringify(schemas(), null, 2)}\n`),
    writeText(folder, 'verify.mjs', await readFile(PROGRAM, 'utf8')),
  ])
  const files = Object.fromEntries([...written, ...others])
  const content = { format: FORMAT, companyId, from, to, events, log, files }
  const text = `${JSON.stringify(content, null, 2)}\n`
  const manifest = hash('sha256', text)
  const receipt = await receiptFor(system, { companyId, manifest, moved, end, events: log.events })
  await writeText(folder, 'receipt.json', receipt.text)
  await writeText(folder, 'manifest.json', text)
  return { events: events.count, isSigned: receipt.isSigned }
}

const writeText = async (folder: string, name: string, content: string) =>
  fileEntry(name, await writeNewFile(join(folder, name), (write) => write(content)))

/** JSON Schemas of each type's decrypted fields. */
const schemas = () =>
  Object.fromEntries(
    families.flatMap(({ category, types }) =>
      [...types].map(([type, { version, schema }]) => [`${category}.${type}.v${version}`, schema]),
    ),
  )
