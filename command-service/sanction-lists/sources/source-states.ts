import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { ListName } from '#command/providers/sanction-lists/port.ts'
import { makeTables } from '#kernel/platform/database/postgres.ts'
import { noValidators, type Validators } from './download.ts'
import type { SourceFailed } from './source-failed.ts'

/** What is known of a list's source. Without it the source is asked once more, and nothing is lost. */
export interface SourceState {
  readonly list: ListName
  /** The version that was last known to be the newest, and since when. */
  readonly version: string | null
  readonly confirmedAt: Date | null
  readonly validators: Validators
  /** Since the source sent its list as a whole. */
  readonly msSinceContent: number
  /** Hashes of addresses, which may contain passwords: where the version is from, and what was asked last. */
  readonly addressHash: string | null
  readonly checkedHash: string | null
  readonly checkedAt: Date | null
  readonly secondsSinceCheck: number | null
  /** Whoever asked last has not come to an end: it still works, or it has died. */
  readonly isUnfinished: boolean
  readonly failure: {
    readonly reason: string
    readonly message: string
    readonly since: Date
  } | null
}

export interface SourceStates {
  readonly all: () => Promise<ReadonlyMap<string, SourceState>>
  /** The version in use is the newest: an import by hand says so, too, and names no address. */
  readonly confirm: (
    list: ListName,
    version: string,
    /** Without validators: the source says that nothing has changed since it sent its list. */
    from?: { readonly address: string; readonly validators?: Validators },
  ) => Promise<void>
  /** Remembered before the source is asked, so that a list that kills its reader is not read again at once. */
  readonly begin: (list: ListName, address: string) => Promise<void>
  readonly fail: (list: ListName, address: string, failure: SourceFailed) => Promise<void>
}

export const hashOfAddress = (address: string) => createHash('sha256').update(address).digest('hex')

export async function sourceStatesIn(pool: pg.Pool): Promise<SourceStates> {
  await makeTables(pool, { schema: 'command', definitions: table })
  return {
    async all() {
      const { rows } = await pool.query<Row>(select)
      return new Map(rows.map((row) => [row.list, stateOf(row)]))
    },
    async confirm(list, version, from) {
      if (from === undefined) await pool.query(confirmByHand, [list, version])
      else {
        const { etag, lastModified } = from.validators ?? noValidators
        const hash = hashOfAddress(from.address)
        const values = [list, version, hash, etag, lastModified]
        if (from.validators === undefined) await pool.query(confirmUnchanged, values.slice(0, 3))
        else await pool.query(confirmContent, values)
      }
    },
    async begin(list, address) {
      await pool.query(begin, [list, hashOfAddress(address)])
    },
    async fail(list, address, { reason, message }) {
      await pool.query(fail, [list, hashOfAddress(address), reason, message])
    },
  }
}

interface Row {
  readonly list: ListName
  readonly version: string | null
  readonly confirmed_at: Date | null
  readonly etag: string | null
  readonly last_modified: string | null
  readonly ms_since_content: number | null
  readonly address_hash: string | null
  readonly checked_hash: string | null
  readonly checked_at: Date | null
  readonly seconds_since_check: number | null
  readonly is_unfinished: boolean
  readonly failure: string | null
  readonly failure_message: string | null
  readonly failed_since: Date | null
}

const stateOf = (row: Row): SourceState => ({
  list: row.list,
  version: row.version,
  confirmedAt: row.confirmed_at,
  validators: { etag: row.etag, lastModified: row.last_modified },
  msSinceContent: row.ms_since_content ?? Number.POSITIVE_INFINITY,
  addressHash: row.address_hash,
  checkedHash: row.checked_hash,
  checkedAt: row.checked_at,
  secondsSinceCheck: row.seconds_since_check,
  isUnfinished: row.is_unfinished,
  failure:
    row.failure === null || row.failed_since === null
      ? null
      : { reason: row.failure, message: row.failure_message ?? '', since: row.failed_since },
})

const select = `
  select *, extract(epoch from now() - greatest(began_at, checked_at))::float8 as seconds_since_check,
    began_at is not null as is_unfinished,
    1000 * extract(epoch from now() - sent_at)::float8 as ms_since_content
  from command.sanction_list_source`

const confirmByHand = `
  insert into command.sanction_list_source (list, version, confirmed_at) values ($1, $2, now())
  on conflict (list) do update set
    version = excluded.version, confirmed_at = excluded.confirmed_at,
    etag = null, last_modified = null, address_hash = null, sent_at = null`

const confirmUnchanged = `
  update command.sanction_list_source set
    version = $2, address_hash = $3, checked_hash = $3, confirmed_at = now(), checked_at = now(),
    began_at = null, failure = null, failure_message = null, failed_since = null
  where list = $1`

const confirmContent = `
  insert into command.sanction_list_source
    (list, version, address_hash, etag, last_modified, checked_hash, confirmed_at, checked_at, sent_at)
  values ($1, $2, $3, $4, $5, $3, now(), now(), now())
  on conflict (list) do update set
    version = excluded.version, address_hash = excluded.address_hash, etag = excluded.etag,
    last_modified = excluded.last_modified, checked_hash = excluded.checked_hash,
    confirmed_at = excluded.confirmed_at, checked_at = excluded.checked_at, sent_at = excluded.sent_at,
    began_at = null, failure = null, failure_message = null, failed_since = null`

const begin = `
  insert into command.sanction_list_source (list, checked_hash, began_at) values ($1, $2, now())
  on conflict (list) do update set
    checked_hash = excluded.checked_hash, began_at = excluded.began_at`

/** What was known of the version stays: the source may confirm it later. */
const fail = `
  insert into command.sanction_list_source as source
    (list, checked_hash, checked_at, failure, failure_message, failed_since)
  values ($1, $2, now(), $3, $4, now())
  on conflict (list) do update set
    checked_hash = excluded.checked_hash, checked_at = excluded.checked_at, began_at = null,
    failure = excluded.failure, failure_message = excluded.failure_message,
    failed_since = coalesce(source.failed_since, excluded.failed_since)`

const table = `
  create table if not exists command.sanction_list_source (
    list text primary key,
    version text,
    etag text,
    last_modified text,
    address_hash text,
    checked_hash text,
    confirmed_at timestamptz,
    sent_at timestamptz,
    began_at timestamptz,
    checked_at timestamptz,
    failure text,
    failure_message text,
    failed_since timestamptz
  );
`

/** Since when the version in use is known to be the newest: its import, or a later confirmation. */
export function freshSince(
  { version, importedAt }: { readonly version: string; readonly importedAt: string },
  state: SourceState | undefined,
): Date {
  const imported = new Date(importedAt)
  const confirmed = state?.version === version ? state.confirmedAt : null
  return confirmed !== null && confirmed > imported ? confirmed : imported
}
