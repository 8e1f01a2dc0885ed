import { resolve } from 'node:path'
import { CommandError, command, type Terminal } from '#kernel/platform/cli/command.ts'
import { dataFolder } from '#kernel/platform/cli/data-folder.ts'
import { namedWitness } from '#kernel/platform/cli/find-system.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { progressOn } from '#kernel/platform/event-store/whole-log/progress.ts'
import { pinsFrom } from '#kernel/platform/log-chain/pins.ts'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import { orNull } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import {
  destroyedKeysFile,
  listDestroyed,
  listedKeys,
} from '#kernel/platform/vault/destroyed-key-list.ts'
import { checkArchive } from '../archive/check-archive.ts'
import { readManifest } from '../archive/manifest.ts'
import { refuseForged } from '../archive/manifest-mac.ts'
import { type Backup, restore } from './restore.ts'
import { withStores } from './stores.ts'
import { givenVaultKey, keepVaultKey, keysOf } from './vault-key.ts'
import { restoreWitness, witnessedWithin } from './witness.ts'

export const restoreCommand = command(
  'restore',
  (declared) =>
    declared
      .description(
        'Brings a backup into an empty system that does not run: the one of DATA_DIR, or the stores at DATABASE_URL (of an administrator) and EVENTSTORE_URL. VAULT_KEY is the key of the saved system. When it is interrupted, the same command goes on.',
      )
      .requiredOption('--from <folder>', 'a backup')
      .option(
        '--destroyed-keys <file>',
        'the list of keys to destroy again; by default DESTROYED_KEYS, or that of DATA_DIR',
      )
      .option(
        '--witness <file>',
        'where the witness goes; by default NOTARY_WITNESS, or DATA_DIR. One that is there must fit the backup',
      )
      .option('--head <count:hash>', 'a head that was kept elsewhere: the backup must have it'),
  async ({ options }, terminal) => {
    const { environment } = terminal
    const folder = dataFolder(environment)
    const vaultKey = givenVaultKey(environment, folder)
    const backup = await opened(resolve(options.from))
    const progress = progressOn(terminal.stderr)
    const { macs, keyedHash } = await keysOf(backup, vaultKey)
    refuseForged(backup.manifest, keyedHash)
    const witness = options.witness ?? namedWitness(environment)
    const pins = [
      ...(await pinsFrom({ head: options.head })).heads,
      ...(await witnessedWithin(witness, backup.manifest.log.events)),
    ]
    const { forged } = await checkArchive({ ...backup, macs, pins }, progress)
    const own = destroyedKeysFile(environment)
    const named =
      options.destroyedKeys ?? settingsFrom(environment)(orNull(settings.DESTROYED_KEYS))
    const destroyed = await listedIn(named, own)
    const remains = await withStores(environment, async (stores) => {
      if (folder !== null) keepVaultKey(folder, vaultKey)
      // The restored system compares its database with a list of its own.
      if (own !== null && named !== null && own !== named) await listDestroyed(own, destroyed ?? [])
      return restore(backup, stores, {
        progress,
        destroyed: destroyed ?? [],
        restoreWitness: () => restoreWitness(backup, witness),
      })
    })
    report(terminal, { backup, forged, remains, destroyed: destroyed?.length })
    return 0
  },
)

/** Undefined if no list is named, and the default file does not exist. */
async function listedIn(named: string | null, usual: string | null) {
  const file = named ?? usual
  const listed = file === null ? undefined : await listedKeys(file)
  if (listed !== undefined || named === null) return listed
  throw new CommandError(`${named}: there is no such list of destroyed keys.`)
}

async function opened(folder: string): Promise<Backup> {
  const manifest = await readManifest(folder)
  if (manifest.log.events === 0) throw new CommandError(`${folder}: the saved log is empty.`)
  return { folder, manifest }
}

interface Restored {
  readonly backup: Backup
  readonly forged: number
  readonly remains: string | undefined
  /** Undefined: there was no list. */
  readonly destroyed: number | undefined
}

function report({ stdout, stderr }: Terminal, restoring: Restored) {
  const { backup, forged, remains, destroyed } = restoring
  const { log, takenAt } = backup.manifest
  const restored = {
    restored: backup.folder,
    takenAt,
    ...log,
    forged,
    destroyedKeys: destroyed ?? 0,
  }
  stdout.write(jsonLine(restored))
  stderr.write(`The system is as it was at ${takenAt}. Next:
- Put the notary's key back (NOTARY_KEY; with npm start, notary.key of DATA_DIR) before the start.
- Start the system with DEMO=false. The read models are rebuilt: "npm run projections -- status".
- Compare: "npm run audit -- verify --witness FILE", with a witness that was kept elsewhere.
- Kafka may have events that are lost now: docs/operations.md, "A log that was set back".
`)
  if (destroyed === undefined) {
    stderr.write(
      '- There was no list of destroyed keys: people who were forgotten after the backup can be read again.\n',
    )
  }
  if (remains !== undefined) stderr.write(`- ${remains}\n`)
}
