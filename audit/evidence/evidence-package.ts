import { hash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { families } from '#kernel/events/families.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import type { AuditedSystem } from '../audited-system.ts'
import { type EvidenceOrder, writeEvents } from './events-of-company.ts'
import { type EvidenceFile, newFile } from './evidence-file.ts'
import { readme } from './readme.ts'
import { receiptFor } from './receipt.ts'

const PROGRAM = join(import.meta.dirname, 'verify.mjs')
const MANIFEST = 'manifest.json'
const FORMAT = 'sarraf-evidence/2'

export interface WrittenEvidence {
  readonly events: number
  /** False: the notary has not signed what the log says of the package. Null: there is no notary. */
  readonly isSigned: boolean | null
}

/**
 * Writes the package into a new or empty folder. The manifest is written last, so a folder with a
 * manifest is complete.
 */
export async function writeEvidence(
  system: AuditedSystem,
  order: EvidenceOrder,
): Promise<WrittenEvidence> {
  const { folder, companyId, from, to, moved } = order
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new CommandError(`${folder} is not empty.`)
  const { events, log, end, files: written } = await writeEvents(system, order)
  const others = await Promise.all([
    wholeFile(newFile(folder, 'README.md'), readme(companyId)),
    wholeFile(newFile(folder, 'schemas.json'), `${JSON.stringify(schemas(), null, 2)}\n`),
    wholeFile(newFile(folder, 'verify.mjs'), await readFile(PROGRAM, 'utf8')),
  ])
  const files = Object.fromEntries([...written, ...others])
  const content = { format: FORMAT, companyId, from, to, events, log, files }
  const text = `${JSON.stringify(content, null, 2)}\n`
  const manifest = hash('sha256', text)
  const receipt = await receiptFor(system, { companyId, manifest, moved, end, events: log.events })
  await wholeFile(newFile(folder, 'receipt.json'), receipt.text)
  const unfinished = join(folder, `.${MANIFEST}`)
  await writeFile(unfinished, text, { flag: 'wx', mode: 0o600 })
  await rename(unfinished, join(folder, MANIFEST))
  return { events: events.count, isSigned: receipt.isSigned }
}

async function wholeFile(file: EvidenceFile, content: string) {
  try {
    await file.write(content)
    return [file.name, await file.close()] as const
  } finally {
    await file.release()
  }
}

/** JSON Schemas of each type's decrypted fields. */
const schemas = () =>
  Object.fromEntries(
    families.flatMap(({ category, types }) =>
      [...types].map(([type, { version, schema }]) => [`${category}.${type}.v${version}`, schema]),
    ),
  )
