import { CommandError } from '#kernel/platform/cli/command.ts'
import { areEqualSecrets } from '#kernel/platform/http/equal-secrets.ts'
import { canonicalJson } from '#kernel/platform/log-chain/event-hash.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import type { Manifest } from './manifest.ts'

/** The keyed hash of the vault that the backup holds: nobody computes it without `VAULT_KEY`. */
export type VaultHash = Vault['pseudonym']

export type Unsigned = Omit<Manifest, 'mac'>

const PURPOSE = 'manifest of a backup'

/** The manifest with a MAC over everything else in it, and so over every file that it names. */
export const authenticated = (manifest: Unsigned, keyedHash: VaultHash): Manifest => ({
  ...manifest,
  mac: macOf(manifest, keyedHash),
})

/** Throws if the manifest is not what was written. */
export function refuseForged({ mac, ...covered }: Manifest, keyedHash: VaultHash): void {
  if (areEqualSecrets(mac, macOf(covered, keyedHash))) return
  throw new CommandError(
    'manifest.json is not what was written: somebody without VAULT_KEY changed it, and perhaps the files that it names.',
  )
}

const macOf = (covered: Unsigned, keyedHash: VaultHash) =>
  keyedHash(PURPOSE, canonicalJson(covered))
