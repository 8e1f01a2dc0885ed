import { createHash, createSecretKey, type KeyObject } from 'node:crypto'
import type { Pool } from 'pg'
import { Unavailable } from '#kernel/domain/unavailable.ts'
import { unwrap, wrap } from './wrapping.ts'

/** While keys are rotated, the new key, wrapped by the old one. */
export const ROTATION_TO = 'rotation-to'
/** And the old key, wrapped by the new one. */
export const ROTATION_FROM = 'rotation-from'

const RETRY_AFTER_SECONDS = 60

/** Names a key without revealing it: it has 256 random bits. */
export const vaultKeyId = (vaultKey: Buffer): string =>
  createHash('sha256').update('sarraf vault key').update(vaultKey).digest('hex').slice(0, 16)

/** The row of `vault.secret` that is there once a key may wrap nothing any more. */
export const retiredMark = (keyId: string): string => `retired-${keyId}`

/** This process has a key that was replaced. */
export class VaultKeyRetired extends Unavailable {
  override readonly name = 'VaultKeyRetired'

  constructor(options?: ErrorOptions) {
    super(
      'VAULT_KEY does not open this key of the vault: start this process with the key that the vault was rotated to',
      RETRY_AFTER_SECONDS,
      options,
    )
  }
}

/** The key from the environment, and while keys are rotated the other one. */
export interface MasterKeys {
  readonly ownId: string
  /** By the key from the environment. */
  readonly wrap: (context: string, plain: Buffer) => Buffer
  /** Throws VaultKeyRetired if no known key opens it. */
  readonly unwrap: (context: string, wrapped: Buffer) => Promise<Buffer>
}

/** A row of `vault.secret`. */
export interface WrappedSecret {
  readonly name: string
  readonly wrapped: Buffer
}

export const masterKeysIn = (pool: Pick<Pool, 'query'>, vaultKey: Buffer): MasterKeys =>
  masterKeysWith(vaultKey, async () => {
    const { rows } = await pool.query<WrappedSecret>(
      'select name, wrapped from vault.secret where name = any($1)',
      [[ROTATION_TO, ROTATION_FROM]],
    )
    return rows
  })

/** `secrets` are asked for the other key when one is needed. */
export function masterKeysWith(
  vaultKey: Buffer,
  secrets: () => Promise<readonly WrappedSecret[]>,
): MasterKeys {
  const own = createSecretKey(vaultKey)
  let other: KeyObject | undefined

  return {
    ownId: vaultKeyId(vaultKey),
    wrap: (context, plain) => wrap(own, context, plain),
    async unwrap(context, wrapped) {
      const known = opened(own, context, wrapped) ?? (other && opened(other, context, wrapped))
      if (known !== undefined) return known
      other = keyOfRotation(own, await secrets())
      const plain = other && opened(other, context, wrapped)
      if (plain === undefined) throw new VaultKeyRetired()
      return plain
    },
  }
}

/** Undefined if the key or the context is another. */
export function opened(key: KeyObject, context: string, wrapped: Buffer): Buffer | undefined {
  try {
    return unwrap(key, context, wrapped)
  } catch {
    return undefined
  }
}

/** The other key of a rotation that this one takes part in. */
function keyOfRotation(own: KeyObject, secrets: readonly WrappedSecret[]): KeyObject | undefined {
  const rotation = secrets.filter(({ name }) => name === ROTATION_TO || name === ROTATION_FROM)
  for (const { name, wrapped } of rotation) {
    const other = opened(own, name, wrapped)
    if (other !== undefined) return createSecretKey(other)
  }
  return undefined
}
