import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { CommandError } from '#kernel/platform/cli/command.ts'
import type { EventMacs } from '#kernel/platform/event-store/event-store.ts'
import { type Environment, isGiven, settingsFrom } from '#kernel/platform/settings/read.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import { eventMacsWith } from '#kernel/platform/vault/event-macs.ts'
import { masterKeysWith, type WrappedSecret } from '#kernel/platform/vault/master-keys.ts'
import { EVENT_MACS, PSEUDONYMS } from '#kernel/platform/vault/named-secrets.ts'
import { pseudonymsWith } from '#kernel/platform/vault/vault.ts'
import { readLines } from '../archive/line-files.ts'
import { fileNamed, type Manifest } from '../archive/manifest.ts'
import type { VaultHash } from '../archive/manifest-mac.ts'
import { fileOf } from '../archive/names.ts'

const fileIn = (folder: string) => join(folder, 'vault.key')

/** The key from the environment, or from the folder where `npm start` keeps it. */
export function givenVaultKey(environment: Environment, folder: string | null): Buffer {
  const kept = folder === null ? '' : keptIn(fileIn(folder))
  if (!isGiven(environment, settings.VAULT_KEY)) {
    return settingsFrom({ VAULT_KEY: kept })(settings.VAULT_KEY)
  }
  const given = settingsFrom(environment)(settings.VAULT_KEY)
  if (kept !== '' && given.toString('hex') !== kept.toLowerCase()) {
    throw new CommandError(`VAULT_KEY is not the key in ${folder}/vault.key: put that file aside.`)
  }
  return given
}

const keptIn = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '')

/** Lets `npm start` find the key. */
export function keepVaultKey(folder: string, vaultKey: Buffer): void {
  if (existsSync(fileIn(folder))) return
  writeFileSync(fileIn(folder), `${vaultKey.toString('hex')}\n`, { mode: 0o600, flush: true })
}

const Secret = Compile(Type.Object({ name: Type.String(), wrapped: Type.String() }))

/** What recognises the events and the manifest of a backup. */
export interface BackupKeys {
  readonly macs: EventMacs
  readonly keyedHash: VaultHash
}

/** Throws if the key does not open the vault of the backup. */
export async function keysOf(
  { folder, manifest }: { readonly folder: string; readonly manifest: Manifest },
  vaultKey: Buffer,
): Promise<BackupKeys> {
  const secrets: WrappedSecret[] = []
  for await (const line of readLines(folder, fileNamed(manifest, fileOf('vault.secret')))) {
    const { name, wrapped } = Secret.Parse(JSON.parse(line))
    secrets.push({ name, wrapped: Buffer.from(wrapped.replace('\\x', ''), 'hex') })
  }
  const keys = masterKeysWith(vaultKey, () => Promise.resolve(secrets))
  async function opened(wanted: string): Promise<Buffer> {
    const secret = secrets.find(({ name }) => name === wanted)
    if (secret !== undefined) return keys.unwrap(wanted, secret.wrapped).catch(foreign(manifest))
    throw new CommandError(`The backup is damaged: its vault has no secret ${wanted}.`)
  }
  return {
    macs: eventMacsWith(await opened(EVENT_MACS)),
    keyedHash: pseudonymsWith(await opened(PSEUDONYMS)),
  }
}

const foreign =
  ({ vaultKeyId }: Manifest) =>
  (cause: unknown) => {
    throw new CommandError(
      `VAULT_KEY is not the key of this backup, which is the one with the id ${vaultKeyId}.`,
      { cause },
    )
  }
