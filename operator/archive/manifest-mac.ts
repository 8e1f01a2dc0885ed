import { CommandError } from '#kernel/platform/cli/command.ts'
import { areEqualSecrets } from '#kernel/platform/http/equal-secrets.ts'
import { canonicalJson } from '#kernel/platform/log-chain/event-hash.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import type { Manifest } from './manifest.ts'

/** The keyed hash of the vault that the backup holds: nobody computes it without `VAULT_KEY`. */
export type VaultHash = Vault['pseudonym']

const PURPOSE = 'manifest of a backup'

/** The manifest with a MAC over everything else in it, and so over every file that it names. */
export const authenticated = (manifest: Manifest, keyedHash: VaultHash): Manifest => ({
  ...manifest,
  mac: macOf(manifest, keyedHash),
})

/** Whether the manifest has a MAC. Throws if that is not the one that it was written with. */
export function isAuthenticated(manifest: Manifest, keyedHash: VaultHash): boolean {
  if (manifest.mac === undefined) return false
  if (areEqualSecrets(manifest.mac, macOf(manifest, keyedHash))) return true
  throw new CommandError(
    'manifest.json is not what was written: somebody without VAULT_KEY changed it, and perhaps the files that it names.',
  )
}

function macOf(manifest: Manifest, keyedHash: VaultHash): string {
  const { mac: _, ...covered } = manifest
  return keyedHash(PURPOSE, canonicalJson(covered))
}
