import type pg from 'pg'
import { command, commandGroup, type Terminal } from '#kernel/platform/cli/command.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { openVaultToRead } from '#kernel/platform/vault/vault.ts'
import { newKeyIn } from '../new-key.ts'
import { finishRotation, type Rotated, rotateTo } from './rotation.ts'

const rotateCommand = command(
  'rotate',
  (declared) =>
    declared
      .description(
        'Wraps all keys of the vault by a new key, while the system runs. DATABASE_URL is the address of an administrator. When it is interrupted, run it again with the same file.',
      )
      .requiredOption('--new-key-file <file>', 'the new key; it is made if there is no such file'),
  ({ options }, terminal) =>
    onVault(terminal, (pool, vaultKey) =>
      rotateTo(pool, vaultKey, newKeyIn(options.newKeyFile)),
    ).then((rotated) =>
      report(
        terminal,
        rotated,
        'Next: give every process the new key as VAULT_KEY (with npm start: vault.key of DATA_DIR), one after the other, and then run "keys finish" with it.',
      ),
    ),
)

const finishCommand = command(
  'finish',
  (declared) =>
    declared.description(
      'Ends a rotation, when every process runs with the new VAULT_KEY: the old key can no longer open the vault.',
    ),
  (_, terminal) =>
    onVault(terminal, finishRotation).then((rotated) =>
      report(
        terminal,
        rotated,
        'The old key opens nothing here any more. Backups from before still need it.',
      ),
    ),
)

export const keysCommand = commandGroup('keys', 'Replaces the key that wraps those of the vault.', [
  rotateCommand,
  finishCommand,
])

async function onVault<Result>(
  { environment }: Terminal,
  work: (pool: pg.Pool, vaultKey: Buffer) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl, vaultKey } = findSystem(environment, 'administrator')
  const pool = openPool(databaseUrl, { logger: silentLogger, max: 2, name: 'sarraf-operator' })
  try {
    // Refuses a key that is not the vault's, before anything is written.
    await openVaultToRead(pool, vaultKey)
    return await work(pool, vaultKey)
  } finally {
    await pool.end()
  }
}

function report({ stdout, stderr }: Terminal, rotated: Rotated, next: string): number {
  stdout.write(jsonLine(rotated))
  stderr.write(`${next}\n`)
  return 0
}
