import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import { settings } from '#kernel/platform/settings/settings.ts'

const KEY_BYTES = 32

/** The key in a file, which is made if there is none: so a command that is repeated takes the same key. */
export function newKeyIn(file: string): Buffer {
  try {
    const key = `${randomBytes(KEY_BYTES).toString('hex')}\n`
    writeFileSync(file, key, { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (!isThere) throw new CommandError(`${file} cannot be written.`, { cause: error })
  }
  return settingsFrom({ VAULT_KEY_FILE: file })(settings.VAULT_KEY)
}
