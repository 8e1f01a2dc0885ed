import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { rowsInGroups } from '#kernel/platform/database/rows-in-groups.ts'
import type { KeyedRequest } from './sealed-answer.ts'

/** Holds a key whose last try has sent nothing that may stand. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'

export interface Beginning extends KeyedRequest {
  readonly hash: Buffer
}

export interface BegunRow {
  readonly command_id: string
  readonly is_repeated: boolean
  readonly may_stand: boolean
  readonly created_at: Date
  /** Until when, to the microsecond: it tells this try from one that takes over. */
  readonly lease: string
}

interface GroupedRow extends BegunRow, Pick<KeyedRequest, 'key'> {
  readonly company_id: string
}

interface KeptAnswer extends KeyedRequest {
  readonly commandId: string
  readonly status: number
  readonly sealed: Buffer
}

interface Holding {
  readonly pool: pg.Pool
  readonly holder: string
  readonly leaseMs: number
}

/** Begins requests; those that come at the same time share a statement. Undefined where the key is taken. */
export function beginInGroups({ pool, holder, leaseMs }: Holding) {
  const beginTogether = rowsInGroups(async (asked: readonly Beginning[]) => {
    const firstOf = new Map(asked.toReversed().map((one) => [nameOf(one), one]))
    const { rows } = await pool.query<GroupedRow>({
      name: 'idempotency-begin',
      text: beginOrTakeOver,
      values: [...columnsOf([...firstOf.values()]), holder, leaseMs],
    })
    const begun = new Map(rows.map((row) => [nameOf({ ...row, companyId: row.company_id }), row]))
    return asked.map((one) => {
      const name = nameOf(one)
      return firstOf.get(name) === one ? begun.get(name) : AFTER_ANOTHER
    })
  })

  return async (one: Beginning): Promise<BegunRow | undefined> => {
    for (;;) {
      const begun = await beginTogether(one)
      if (begun !== AFTER_ANOTHER) return begun
    }
  }
}

/** A statement begins a key once: the second of its group begins in the next one. */
const AFTER_ANOTHER = 'after another'

const nameOf = ({ companyId, key }: KeyedRequest) => `${companyId} ${key}`

const columnsOf = (asked: readonly Beginning[]) => [
  asked.map(({ companyId }) => companyId),
  asked.map(({ key }) => key),
  asked.map(({ hash }) => hash),
  asked.map(() => randomUUID()),
]

/** Keeps answers; those that come at the same time share a statement. */
export const keepInGroups = (pool: pg.Pool) =>
  rowsInGroups(async (kept: readonly KeptAnswer[]) => {
    await pool.query({
      name: 'idempotency-keep',
      text: keepWithoutDisk,
      values: [
        kept.map(({ companyId }) => companyId),
        kept.map(({ key }) => key),
        kept.map(({ commandId }) => commandId),
        kept.map(({ status }) => status),
        kept.map(({ sealed }) => sealed),
      ],
    })
    return kept
  })

/**
 * Its commit does not wait for the disk. If the database dies before, the answer is lost, and the repeated command, which
 * finds what it has made, answers the same.
 */
const keepWithoutDisk = `
  with session as materialized (
    select set_config('synchronous_commit', 'off', true) as synchronous_commit),
  answered as (
    select * from unnest($1::text[], $2::text[], $3::uuid[], $4::int[], $5::bytea[])
      as answered (company_id, key, command_id, status, sealed_answer)
    order by company_id, key)
  update vault.idempotency as kept
  set status = answered.status, sealed_answer = answered.sealed_answer
  from session, answered
  where session.synchronous_commit = 'off' and kept.company_id = answered.company_id
    and kept.key = answered.key and kept.command_id = answered.command_id`

/** In the order of their keys, so that two processes with the same keys wait for each other in one direction. */
const beginOrTakeOver = `
  with asked as (
    select * from unnest($1::text[], $2::text[], $3::bytea[], $4::uuid[])
      as asked (company_id, key, request_hash, command_id)),
  before as (
    select company_id, key, before.command_id, holder
    from vault.idempotency as before join asked using (company_id, key))
  insert into vault.idempotency as kept
    (company_id, key, request_hash, command_id, holder, lease_until)
  select company_id, key, request_hash, command_id, $5, now() + $6 * interval '1 millisecond'
  from asked
  order by company_id, key
  on conflict (company_id, key) do update set
    request_hash = excluded.request_hash,
    command_id = case when kept.created_at < now() - interval '24 hours'
                      then excluded.command_id else kept.command_id end,
    created_at = case when kept.created_at < now() - interval '24 hours'
                      then now() else kept.created_at end,
    lease_until = excluded.lease_until,
    holder = excluded.holder,
    status = null,
    sealed_answer = null
  where kept.created_at < now() - interval '24 hours'
     or (kept.status is null and kept.request_hash = excluded.request_hash
         and (kept.lease_until < now() or not exists (
           select from command.process where id = kept.holder and alive_until > now())))
  returning company_id, key, command_id, xmax <> 0 as is_repeated, created_at,
    exists (select from before where before.company_id = kept.company_id and before.key = kept.key
              and before.command_id = kept.command_id and before.holder <> '${NOBODY}') as may_stand,
    extract(epoch from lease_until)::text as lease`
