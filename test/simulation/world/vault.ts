import { createSecretKey } from 'node:crypto'
import type { DataKey } from '#kernel/platform/vault/data-keys.ts'
import { destroyedKeys } from '#kernel/platform/vault/destroyed-keys.ts'
import { eventMacsWith } from '#kernel/platform/vault/event-macs.ts'
import { hmacWith } from '#kernel/platform/vault/hmac.ts'
import { keyIdOf } from '#kernel/platform/vault/key-owner.ts'
import { lastKeyOf } from '#kernel/platform/vault/last-key.ts'
import { rowMacsWith } from '#kernel/platform/vault/row-macs.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'

/** As long as a key of the vault. */
const SECRET = Buffer.alloc(32, 's')

/** Keys that are always there: what a vault does when it is away has tests of its own. */
export function simulatedVault(): Vault {
  const hmac = hmacWith(SECRET, 'hex')
  const pseudonym: Vault['pseudonym'] = (...parts) => hmac(JSON.stringify(parts)).slice(0, 40)
  const keys = new Map<string, DataKey>()

  function keyWith(id: string): DataKey {
    const known = keys.get(id)
    if (known !== undefined) return known
    const key = { id, key: createSecretKey(Buffer.from(hmac(`key ${id}`), 'hex')) }
    keys.set(id, key)
    return key
  }

  return {
    keyOf: async (owner) => keyWith(keyIdOf({ pseudonym }, owner, 0)),
    keys: async (ids) => new Map([...ids].map((id) => [id, keyWith(id)])),
    pseudonym,
    destroyed: destroyedKeys(),
    lastKey: lastKeyOf(),
    eventMacs: eventMacsWith(SECRET),
    rowMac: rowMacsWith(SECRET),
    rowMacSecret: SECRET,
  }
}
