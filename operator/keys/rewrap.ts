import type { KeyObject } from 'node:crypto'
import type pg from 'pg'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { opened, ROTATION_FROM, ROTATION_TO } from '#kernel/platform/vault/master-keys.ts'
import { wrap } from '#kernel/platform/vault/wrapping.ts'

const KEYS_AT_ONCE = 500

type Queries = Pick<pg.Pool, 'query'>

/** Rows whose wrapped keys are replaced: a table, and the column that is also the context. */
const places = [
  { table: 'vault.secret', id: 'name' },
  { table: 'vault.data_key', id: 'id' },
] as const

type KeyTable = (typeof places)[number]

interface Row {
  readonly id: string
  readonly wrapped: Buffer
}

/** Wraps by the new key what the old one has wrapped; the number of those. */
export async function rewrapKeys(
  queries: Queries,
  oldKey: KeyObject,
  newKey: KeyObject,
): Promise<number> {
  let count = 0
  for (const place of places) {
    for await (const rows of pagesOf(queries, place)) {
      const renewed = rows.flatMap((row) => rewrapped(row, oldKey, newKey))
      await replace(queries, place, renewed)
      count += renewed.length
    }
  }
  return count
}

/** A destroyed key has nothing to wrap. */
async function* pagesOf(queries: Queries, { table, id }: KeyTable): AsyncGenerator<readonly Row[]> {
  for (let after = ''; ; ) {
    const { rows } = await queries.query<Row>(
      `select ${id} as id, wrapped from ${table}
       where ${id} > $1 and wrapped is not null and wrapped <> '' order by ${id} limit ${KEYS_AT_ONCE}`,
      [after],
    )
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.filter((row) => !isOfRotation(row))
    after = last.id
  }
}

/** Its own rows, and the marks of former ones. */
const isOfRotation = ({ id }: Row) =>
  id === ROTATION_TO || id === ROTATION_FROM || id.startsWith('retired-')

interface Renewed {
  readonly id: string
  readonly before: Buffer
  readonly after: Buffer
}

function rewrapped({ id, wrapped }: Row, oldKey: KeyObject, newKey: KeyObject): readonly Renewed[] {
  if (opened(newKey, id, wrapped) !== undefined) return []
  const plain = opened(oldKey, id, wrapped)
  if (plain === undefined) {
    throw new CommandError(`Neither key opens ${id}: VAULT_KEY is not the key of this vault.`)
  }
  return [{ id, before: wrapped, after: wrap(newKey, id, plain) }]
}

/** A key that was destroyed in between stays destroyed. */
async function replace(queries: Queries, { table, id }: KeyTable, renewed: readonly Renewed[]) {
  if (renewed.length === 0) return
  await queries.query(
    `update ${table} kept set wrapped = renewed.after
     from unnest($1::text[], $2::bytea[], $3::bytea[]) as renewed (id, before, after)
     where kept.${id} = renewed.id and kept.wrapped = renewed.before`,
    [
      renewed.map((each) => each.id),
      renewed.map(({ before }) => before),
      renewed.map(({ after }) => after),
    ],
  )
}
