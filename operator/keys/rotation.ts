import { createSecretKey, type KeyObject } from 'node:crypto'
import type pg from 'pg'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { inTransaction } from '#kernel/platform/database/transaction.ts'
import {
  opened,
  ROTATION_FROM,
  ROTATION_TO,
  retiredMark,
  vaultKeyId,
  type WrappedSecret,
} from '#kernel/platform/vault/master-keys.ts'
import { wrap } from '#kernel/platform/vault/wrapping.ts'
import { rewrapKeys } from './rewrap.ts'

export interface Rotated {
  /** Keys that this run has wrapped again. */
  readonly rewrapped: number
  readonly vaultKeyId: string
}

/**
 * Wraps every key of the vault by a new key. Each of the two keys finds the other one in the vault from the
 * first step on, so that processes with either go on. A run that was interrupted is repeated.
 */
export async function rotateTo(pool: pg.Pool, oldKey: Buffer, newKey: Buffer): Promise<Rotated> {
  if (oldKey.equals(newKey)) throw new CommandError('The new key is the present one.')
  await refuseRetired(pool, newKey)
  await beginRotation(pool, oldKey, newKey)
  const rewrapped = await rewrapKeys(pool, createSecretKey(oldKey), createSecretKey(newKey))
  return { rewrapped, vaultKeyId: vaultKeyId(newKey) }
}

/**
 * Ends a rotation when every process has the new key: wraps what was made meanwhile, and lets the old key
 * neither open nor make anything more. Of a rotation that has ended nothing is left to do.
 */
export async function finishRotation(pool: pg.Pool, newKey: Buffer): Promise<Rotated> {
  const own = createSecretKey(newKey)
  const rewrapped = await inTransaction(pool, async (client) => {
    // Keys that are being made wait, and are refused by the mark if they are the old key's.
    await client.query('lock table vault.data_key, vault.secret in share row exclusive mode')
    const rotation = await rotationIn(client)
    const hasEnded = rotation.length === 0 && (await hasRetiredKeys(client))
    return hasEnded ? 0 : retire(client, oldKeyIn(rotation, own), own)
  })
  return { rewrapped, vaultKeyId: vaultKeyId(newKey) }
}

/** The number of keys that the old one had still wrapped. */
async function retire(client: pg.PoolClient, oldKey: Buffer, own: KeyObject): Promise<number> {
  const rewrapped = await rewrapKeys(client, createSecretKey(oldKey), own)
  await client.query('delete from vault.secret where name = any($1)', [
    [ROTATION_TO, ROTATION_FROM],
  ])
  const mark = retiredMark(vaultKeyId(oldKey))
  await client.query('insert into vault.secret (name, wrapped) values ($1, $2)', [
    mark,
    wrap(own, mark, Buffer.alloc(0)),
  ])
  return rewrapped
}

async function hasRetiredKeys(client: pg.PoolClient): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from vault.secret where starts_with(name, $1) limit 1',
    [retiredMark('')],
  )
  return rowCount !== 0
}

async function refuseRetired(pool: pg.Pool, newKey: Buffer) {
  const { rowCount } = await pool.query('select from vault.secret where name = $1', [
    retiredMark(vaultKeyId(newKey)),
  ])
  if (rowCount !== 0) throw new CommandError('The new key was retired before: take another one.')
}

async function beginRotation(pool: pg.Pool, oldKey: Buffer, newKey: Buffer) {
  const [from, to] = [createSecretKey(oldKey), createSecretKey(newKey)]
  const { rowCount } = await pool.query(
    `insert into vault.secret (name, wrapped) values ($1, $2), ($3, $4)
     on conflict (name) do nothing`,
    [ROTATION_TO, wrap(from, ROTATION_TO, newKey), ROTATION_FROM, wrap(to, ROTATION_FROM, oldKey)],
  )
  if (rowCount === 2) return
  const begun = await rotationIn(pool)
  const target = begun.find(({ name }) => name === ROTATION_TO)
  if (target && opened(from, ROTATION_TO, target.wrapped)?.equals(newKey)) return
  throw new CommandError(
    'A rotation to another key is under way: go on with that key, or end it with "keys finish".',
  )
}

async function rotationIn(queries: Pick<pg.Pool, 'query'>): Promise<readonly WrappedSecret[]> {
  const { rows } = await queries.query<WrappedSecret>(
    'select name, wrapped from vault.secret where name = any($1)',
    [[ROTATION_TO, ROTATION_FROM]],
  )
  return rows
}

function oldKeyIn(rotation: readonly WrappedSecret[], own: KeyObject): Buffer {
  const from = rotation.find(({ name }) => name === ROTATION_FROM)
  if (from === undefined) throw new CommandError('No rotation is under way.')
  const oldKey = opened(own, ROTATION_FROM, from.wrapped)
  if (oldKey !== undefined) return oldKey
  throw new CommandError(
    'VAULT_KEY is still the old key: give every process, and this command, the new one first.',
  )
}
