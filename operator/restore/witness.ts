import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { replaceFile } from '#kernel/platform/files/replace-file.ts'
import type { Pin } from '#kernel/platform/log-chain/pin-check.ts'
import { entriesIn, witnessIn } from '#kernel/platform/log-chain/witness.ts'
import { readLines } from '../archive/line-files.ts'
import { fileNamed } from '../archive/manifest.ts'
import { WITNESS_FILE } from '../archive/names.ts'
import type { Backup } from './restore.ts'

const ADOPT = '"npm run audit -- adopt-witness" where the notary runs'

/** Puts the saved witness where there is none. Returns what remains to be done, in words. */
export async function restoreWitness(
  backup: Backup,
  file: string | null,
): Promise<string | undefined> {
  const { witnessedUpTo, log } = backup.manifest
  if (file !== null && existsSync(file)) {
    const last = await witnessIn(file).last()
    if (last === undefined || last.count <= log.events) return undefined
    return `${file} has a head over ${last.count} events, and the backup has ${log.events}: those between are lost. Put that file aside, keep it as evidence, and run ${ADOPT}.`
  }
  if (witnessedUpTo === null) return `The backup has no witness: run ${ADOPT}.`
  if (file === null) {
    return `The witness is ${WITNESS_FILE} of the backup: unpack it to the file of NOTARY_WITNESS.`
  }
  await writeWitness(backup, file)
  return undefined
}

/** The heads of a witness over at most that number of events: an older backup lacks the later ones. */
export async function witnessedWithin(file: string | null, events: number): Promise<Pin[]> {
  const pins: Pin[] = []
  if (file === null || !existsSync(file)) return pins
  for await (const entry of entriesIn(file)) {
    if (entry.kind === 'head' && entry.head.count <= events) pins.push(entry.head)
  }
  return pins
}

async function writeWitness({ folder, manifest }: Backup, file: string) {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await replaceFile(file, ended(readLines(folder, fileNamed(manifest, WITNESS_FILE))))
}

async function* ended(lines: AsyncIterable<string>) {
  for await (const line of lines) yield `${line}\n`
}
