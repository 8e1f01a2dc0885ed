import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'
import { errorCode } from '#kernel/platform/errors/error-code.ts'
import { ConfigurationError } from '#kernel/platform/settings/read.ts'
import type { Setting } from '#kernel/platform/settings/setting.ts'

/** What all users of the machine may do. */
const OTHERS = 0o007

/**
 * A secret that is stored once (mode 600), as it is given or else by chance; data encrypted with it is lost without it.
 */
export function keptSecret(file: string, bytes: number, given: Buffer | null = null): string {
  const kept = readIfThere(file)
  refuseIfOpen(file)
  if (kept === undefined) return keep(file, (given ?? randomBytes(bytes)).toString('hex'))
  if (/^[0-9a-f]+$/.test(kept) && kept.length === bytes * 2) return kept
  throw new ConfigurationError(`DATA_DIR is damaged: ${file} does not hold ${bytes * 2} hex digits`)
}

/** As ssh does it: a copied or restored folder may have lost the rights of its files. */
function refuseIfOpen(file: string) {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & OTHERS) === 0) return
  throw new ConfigurationError(
    `${file} is open to every user of this machine: chmod 600 it, and replace the key if somebody may have read it`,
  )
}

/** What a setting gives counts for a new folder; in one with a secret of its own it has to be that one. */
export function agreeing(given: Buffer | null, { name }: Setting, file: string): Buffer | null {
  const kept = given === null ? undefined : readIfThere(file)
  if (kept === undefined || kept === given?.toString('hex')) return given
  throw new ConfigurationError(`${name} is not the key of ${file}, with which the data was written`)
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

function keep(file: string, secret: string): string {
  const half = openSync(`${file}.new`, 'w', 0o600)
  writeSync(half, `${secret}\n`)
  fsyncSync(half)
  closeSync(half)
  renameSync(`${file}.new`, file)
  return secret
}
