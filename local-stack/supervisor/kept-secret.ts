import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { errorCode } from '#kernel/platform/errors/error-code.ts'
import { ConfigurationError } from '#kernel/platform/settings/read.ts'

/** A secret that is generated once and stored (mode 600); data encrypted with it is lost without it. */
export function keptSecret(file: string, bytes: number): string {
  const kept = readIfThere(file)
  if (kept === undefined) return make(file, bytes)
  if (/^[0-9a-f]+$/.test(kept) && kept.length === bytes * 2) return kept
  throw new ConfigurationError(`DATA_DIR is damaged: ${file} does not hold ${bytes * 2} hex digits`)
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

function make(file: string, bytes: number): string {
  const secret = randomBytes(bytes).toString('hex')
  const half = openSync(`${file}.new`, 'w', 0o600)
  writeSync(half, `${secret}\n`)
  fsyncSync(half)
  closeSync(half)
  renameSync(`${file}.new`, file)
  return secret
}
