import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { errorCode } from '#kernel/platform/errors/error-code.ts'
import { CommandError } from '../cli/command.ts'
import { dataFolder } from '../cli/data-folder.ts'
import { ConfigurationError, type Environment, settingsFrom } from '../settings/read.ts'
import { orNull } from '../settings/setting.ts'
import { settings } from '../settings/settings.ts'

const Line = Compile(Type.Object({ keyId: Type.String({ minLength: 1 }), listedAt: Type.String() }))

/** The name that the list has in a DATA_DIR. */
export const DESTROYED_KEYS_FILE = 'destroyed-keys.ndjson'

/** The file outside the database that lists destroyed keys; null where none is named. */
export function destroyedKeysFile(environment: Environment): string | null {
  const given = settingsFrom(environment)(orNull(settings.DESTROYED_KEYS))
  const folder = dataFolder(environment)
  return given ?? (folder === null ? null : join(folder, DESTROYED_KEYS_FILE))
}

/** Resolves once the ids are on the disk. Lines are only added; an id may be listed twice. */
export async function listDestroyed(file: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await mkdir(dirname(file), { recursive: true })
  const listedAt = new Date().toISOString()
  const lines = ids.map((keyId) => jsonLine({ keyId, listedAt }))
  // Every process reads it, under any user: it is no secret, and names no person.
  const handle = await open(file, 'a', 0o644)
  try {
    // An unfinished line of a run that was killed stays apart.
    await handle.write(`\n${lines.join('')}`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * The listed ids; undefined if there is no such file. A line that was cut off names a key that was not
 * destroyed yet.
 */
export async function listedKeys(file: string): Promise<readonly string[] | undefined> {
  const content = await contentOf(file)
  return content?.split('\n').flatMap((line) => (line.trim() === '' ? [] : (entryIn(line) ?? [])))
}

async function contentOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const code = errorCode(error) ?? 'unknown'
    if (code === 'ENOENT') return undefined
    throw new ConfigurationError(`${file}: the list of destroyed keys cannot be read (${code})`)
  }
}

function entryIn(line: string): string | undefined {
  try {
    return Line.Parse(JSON.parse(line)).keyId
  } catch {
    return undefined
  }
}

/** Without a list, a restored backup would bring destroyed keys back. */
export function requiredFile(environment: Environment): string {
  const file = destroyedKeysFile(environment)
  if (file !== null) return file
  throw new CommandError(
    'DESTROYED_KEYS must name a file outside the database, which a restore of a backup reads.',
  )
}
