import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Pool } from 'pg'
import { command, type Terminal } from '#kernel/platform/cli/command.ts'
import { withSystem } from '#kernel/platform/cli/connections.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { inOneLine } from '#kernel/platform/cli/printable.ts'
import { auditTables } from '#kernel/platform/database/audit-tables.ts'
import { makeTables } from '#kernel/platform/database/postgres.ts'
import { progressOn } from '#kernel/platform/event-store/whole-log/progress.ts'
import { unfinishedBeside, wholeFolder } from '#kernel/platform/files/whole-folder.ts'
import { type Environment, settingsFrom } from '#kernel/platform/settings/read.ts'
import { orNull } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import type { Manifest } from '../archive/manifest.ts'
import { isOfBackup } from '../archive/names.ts'
import { takeBackup } from './take-backup.ts'

export const backupCommand = command(
  'backup',
  (declared) =>
    declared
      .description(
        'Writes the log, the vault and the witness of a running system, as of one moment, into a new folder. DATABASE_URL is the address of an administrator. The keys of the system are not in it: keep VAULT_KEY and NOTARY_KEY elsewhere.',
      )
      .requiredOption('--to <folder>', 'a folder that does not exist yet, or is empty')
      .option('--witness <file>', 'by default NOTARY_WITNESS, or that of DATA_DIR'),
  async ({ options }, terminal) => {
    const { environment } = terminal
    const folder = resolve(options.to)
    const address = findSystem(environment, 'administrator')
    const { eventStoreUrl, vaultKey } = address
    const witness = options.witness ?? witnessFileOf(environment)
    const progress = progressOn(terminal.stderr)
    const taken = await withSystem(address, async (system) => {
      const made = await wholeFolder(folder, isOfBackup, (partial) =>
        takeBackup({ system, eventStoreUrl, vaultKey, witness }, partial, progress),
      )
      const unrecorded = await keepRecord(system.pool, made.manifest).then(() => null, messageOf)
      return { ...made, unrecorded }
    })
    report(terminal, { folder, ...taken })
    for (const partial of await unfinishedBeside(folder, isOfBackup)) {
      terminal.stderr.write(
        `${inOneLine(partial)} is not complete: a backup that ended too early left it. Remove it, unless one is being written there.\n`,
      )
    }
    return 0
  },
)

/** Null where no notary has written one. */
export function witnessFileOf(environment: Environment): string | null {
  const read = settingsFrom(environment)
  const given = read(orNull(settings.NOTARY_WITNESS))
  const ofFolder = join(read(settings.DATA_DIR), 'notary', 'witness.ndjson')
  return given ?? (existsSync(ofFolder) ? ofFolder : null)
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

interface Taken {
  readonly folder: string
  readonly manifest: Manifest
  readonly forged: number
  /** Why the system does not know of it; null if it does. */
  readonly unrecorded: string | null
}

function report({ stdout, stderr }: Terminal, { folder, manifest, forged, unrecorded }: Taken) {
  const { log, witnessedUpTo, vaultKeyId, files } = manifest
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const result = { backup: folder, ...log, witnessedUpTo, vaultKeyId, bytes, forged }
  stdout.write(jsonLine(result))
  if (witnessedUpTo === null) stderr.write('No witness was saved: name it with --witness.\n')
  if (unrecorded !== null) {
    stderr.write(`The backup is complete, but the database did not record it: ${unrecorded}\n`)
  }
  if (forged > 0) {
    stderr.write(`The log has ${forged} events that Sarraf did not write: run audit -- verify.\n`)
  }
}

/** Records in the system that a backup of it was made; a restored system has none of these records. */
async function keepRecord(
  pool: Pick<Pool, 'query'>,
  { id, takenAt, log, files }: Pick<Manifest, 'id' | 'takenAt' | 'log' | 'files'>,
): Promise<void> {
  await makeTables(pool, auditTables)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  await pool.query(
    'insert into audit.backup (id, taken_at, events, files, bytes) values ($1, $2, $3, $4, $5)',
    [id, takenAt, log.events, files.length, bytes],
  )
}
