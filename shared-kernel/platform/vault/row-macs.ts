import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type pg from 'pg'
import { Unavailable } from '#kernel/domain/unavailable.ts'
import { untilMade } from '../database/not-made-yet.ts'
import { hmacWith } from './hmac.ts'
import { opened } from './master-keys.ts'
import { wrap } from './wrapping.ts'

/** Values as the database gives them back. */
export type SignedValue = string | boolean | null | readonly string[]

/** The MAC of a row of a table that readers believe only with it. */
export type RowMac = (table: string, values: readonly SignedValue[]) => string

export const rowMacsWith = (secret: Buffer): RowMac => {
  const hmac = hmacWith(secret)
  return (table, values) => hmac(JSON.stringify([table, ...values]))
}

/** The query service has no key of the vault, and starts beside the process that hands this one over. */
export class RowMacsUnknown extends Unavailable {
  override readonly name = 'RowMacsUnknown'

  constructor() {
    super(
      'API keys cannot be checked: no command service with the same SIGN_IN_KEY has handed over the key of their MACs',
      RETRY_AFTER_SECONDS,
    )
  }
}

const RETRY_AFTER_SECONDS = 2
const CONTEXT = 'sarraf row macs'

/**
 * Hands the secret of the vault to the processes that have the same `SIGN_IN_KEY` and no vault. The
 * database holds neither of the two keys, so who writes there can neither read the secret nor replace it.
 */
export async function handOverRowMacs(
  pool: Pick<pg.Pool, 'query'>,
  signInKey: Buffer | null,
  secret: Buffer,
): Promise<void> {
  if (signInKey === null) return
  const known = await handed(pool, signInKey)
  if (known?.equals(secret) === true) return
  await pool.query(
    `insert into vault.handed_secret (name, wrapped) values ($1, $2)
     on conflict (name) do update set wrapped = excluded.wrapped`,
    [CONTEXT, wrap(wrappingKey(signInKey), CONTEXT, secret)],
  )
}

/** Throws RowMacsUnknown until the secret was handed over. */
export async function handedRowMacs(
  pool: Pick<pg.Pool, 'query'>,
  signInKey: Buffer,
): Promise<RowMac> {
  const secret = await handed(pool, signInKey)
  if (secret === undefined) throw new RowMacsUnknown()
  return rowMacsWith(secret)
}

async function handed(pool: Pick<pg.Pool, 'query'>, signInKey: Buffer) {
  const secrets = pool.query<{ wrapped: Buffer }>(
    'select wrapped from vault.handed_secret where name = $1',
    [CONTEXT],
  )
  const { rows } = await untilMade<{ rows: { wrapped: Buffer }[] }>(secrets, { rows: [] })
  return rows[0] && opened(wrappingKey(signInKey), CONTEXT, rows[0].wrapped)
}

const wrappingKey = (signInKey: Buffer): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', signInKey, '', CONTEXT, 32)))
