import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, rmSync, writeFileSync } from 'node:fs'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import { isGuessable } from './import/kinds/guessable.ts'

const KEY_BYTES = 32

/** The key in a file, which is made if there is none: so a command that is repeated takes the same key. */
export function newKeyIn(file: string): Buffer {
  if (!existsSync(file)) makeKey(file)
  const key = settingsFrom({ VAULT_KEY_FILE: file })(settings.VAULT_KEY)
  if (!isGuessable(key.toString('hex'), [])) return key
  throw new CommandError(`${file} holds a key that can be guessed; without the file one is made.`)
}

/** The file is there with its whole content, or not at all. A key that another process has made in between is kept. */
function makeKey(file: string): void {
  const unfinished = `${file}.${process.pid}.partial`
  try {
    const key = `${randomBytes(KEY_BYTES).toString('hex')}\n`
    writeFileSync(unfinished, key, { mode: 0o600, flush: true })
    linkSync(unfinished, file)
  } catch (error) {
    if (!existsSync(file)) throw new CommandError(`${file} cannot be written.`, { cause: error })
  } finally {
    rmSync(unfinished, { force: true })
  }
}
