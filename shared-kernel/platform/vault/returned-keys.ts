import { setTimeout as pause } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { ConfigurationError } from '../settings/read.ts'
import { listedKeys } from './destroyed-key-list.ts'

/** A key is listed first and destroyed then; a command that is at work needs no longer than this. */
const AT_WORK_MS = 3_000
const ASK_AGAIN_MS = 250

type Queries = Pick<ClientBase, 'query'>

/** The ids that a list outside the database has, and that this database does not know to be destroyed. */
export async function returnedKeys(
  client: Queries,
  file: string | null,
): Promise<readonly string[]> {
  if (file === null) return []
  const listed = await listedKeys(file)
  const known = await knownKeys(client)
  if (listed === undefined && known.size > 0) throw new ConfigurationError(lost(file, known.size))
  return [...new Set(listed)].filter((id) => !known.has(id))
}

async function knownKeys(client: Queries): Promise<ReadonlySet<string>> {
  const { rows: made } = await client.query<{ table: string | null }>(
    `select to_regclass('vault.destroyed_key')::text as table`,
  )
  if (made[0]?.table == null) return new Set()
  const { rows } = await client.query<{ id: string }>('select id from vault.destroyed_key')
  return new Set(rows.map(({ id }) => id))
}

/** Throws if the database is older than an erasure: it would bring destroyed keys back. */
export async function refuseReturnedKeys(
  client: Queries,
  file: string | null,
  waitMs: number = AT_WORK_MS,
): Promise<void> {
  const deadline = Date.now() + waitMs
  for (;;) {
    const { length } = await returnedKeys(client, file)
    if (length === 0) return
    if (Date.now() >= deadline) throw new ConfigurationError(refusal(length))
    await pause(ASK_AGAIN_MS)
  }
}

const lost = (file: string, known: number) =>
  `${file}: there is no such list of destroyed keys, and the database knows ${known}: put the list back, or name the right file in DESTROYED_KEYS`

const refusal = (count: number) =>
  `The database is from before an erasure: it does not know ${count} of the keys in DESTROYED_KEYS. Repeat the "operator -- forget-person" or "retention run" that was interrupted; if the database was restored, run "npm run database -- prepare" as an administrator while nothing else runs`
