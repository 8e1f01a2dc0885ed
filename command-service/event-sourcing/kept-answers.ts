import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type Detail, detail } from '#kernel/domain/detail.ts'
import type { Message } from '#kernel/domain/messages/message.ts'
import { reject } from '#kernel/domain/rejection.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { DataKey } from '#kernel/platform/vault/data-keys.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import type { Command } from './command.ts'
import {
  type DataAnswer,
  hashedRequest,
  type KeyedRequest,
  openedAnswer,
  sealedAnswer,
} from './sealed-answer.ts'

/** After a few such pauses the heartbeat of a process that has died is overdue. */
const RETRY_AFTER_SECONDS = 2

const KEPT_MS = 24 * 3_600_000

type BeginOutcome =
  | {
      readonly kind: 'mine'
      readonly command: Command
      /** Whether what an earlier try has sent may stand, or still arrive. */
      readonly mayStand: boolean
      readonly lease: string
    }
  | { readonly kind: 'answered'; readonly answer: DataAnswer }

type BegunRequest = BeginOutcome & { readonly request: KeyedRequest }

interface Kept {
  readonly answer: DataAnswer
  readonly ofPerson: DataKey | undefined
}

interface KeptRow {
  readonly request_hash: Buffer
  readonly sealed_answer: Buffer | null
}

export interface Keeping {
  readonly pool: pg.Pool
  readonly vault: Vault
  readonly logger: Logger
  /** This process. Its keys can be used again as soon as its heartbeat is silent. */
  readonly holder: string
  /** How long a request of a living process holds its key at most. */
  readonly leaseMs: number
}

/** The answer to each `Idempotency-Key`, and the process that works on each key without an answer. */
export function keptAnswers({ pool, vault, holder, leaseMs }: Omit<Keeping, 'logger'>) {
  /** What an earlier version kept, it kept under the client's own words. */
  const earlierUntil = Date.now() + KEPT_MS

  async function begin(request: KeyedRequest, hash: Buffer): Promise<BeginOutcome> {
    const { companyId, key } = request
    const { rows } = await pool.query<BegunRow>({
      name: 'idempotency-begin',
      text: beginOrTakeOver,
      values: [companyId, key, hash, randomUUID(), leaseMs, holder],
    })
    const [mine] = rows
    if (mine !== undefined) {
      const { command_id: id, is_repeated: isRepeated, may_stand: mayStand, lease } = mine
      const command = { id, isRepeated, begunAt: mine.created_at.getTime() }
      return { kind: 'mine', command, mayStand, lease }
    }
    const row = await keptRow(pool, request)
    if (row !== undefined && !row.request_hash.equals(hash)) {
      return refuse('The Idempotency-Key was used with another request.', detail(KEY, 'mismatch'))
    }
    if (row?.sealed_answer == null) {
      const inProgress = detail(KEY, 'inProgress', { retryAfter: RETRY_AFTER_SECONDS })
      return refuse('A request with this key is still running.', inProgress)
    }
    const answer = await openedAnswer(vault, request, row.sealed_answer)
    if (answer !== undefined) return { kind: 'answered', answer }
    await dropAnswer(pool, request, row.sealed_answer)
    return begin(request, hash)
  }

  /** If another try has taken over a slow one, the slow one leaves the key unchanged. */
  async function release({ companyId, key }: KeyedRequest, lease: string, left: Left) {
    await pool.query(
      `${changes[left]} where company_id = $1 and key = $2 and status is null
         and extract(epoch from lease_until)::text = $3`,
      [companyId, key, lease],
    )
  }

  return {
    begin,

    /** Begins the request of a client's word, or says what has become of it. */
    async beginFor(companyId: string, word: string, hash: Buffer): Promise<BegunRequest> {
      const isEarlier = Date.now() < earlierUntil && (await isKeptAsWritten(pool, companyId, word))
      const hashed = hashedRequest(vault, companyId, word)
      const request = isEarlier ? { companyId, key: word } : hashed
      const begun = await begin(request, hash)
      const isNew = begun.kind === 'mine' && !begun.command.isRepeated
      if (!isEarlier || !isNew) return { ...begun, request }
      // What an earlier version kept has moved to the hash of the word meanwhile.
      await release(request, begun.lease, 'ended')
      return { ...(await begin(hashed, hash)), request: hashed }
    },

    async keep(request: KeyedRequest, { id }: Command, kept: Kept) {
      const { companyId, key } = request
      const sealed = await sealedAnswer(vault, request, kept)
      await pool.query({
        name: 'idempotency-keep',
        text: `update vault.idempotency set status = $3, sealed_answer = $4
               where company_id = $1 and key = $2 and command_id = $5`,
        values: [companyId, key, kept.answer.status ?? 201, sealed, id],
      })
    },

    /** After an internal failure the next try continues the same command; after a refusal it does not. */
    release,
  }
}

/** What a try leaves behind that has no answer to keep. */
export type Left = keyof typeof changes

/** Holds a key whose last try has sent nothing that may stand. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

const changes = {
  ended: 'delete from vault.idempotency',
  nothing: `update vault.idempotency set lease_until = now(), holder = '${NOBODY}'`,
  perhaps: 'update vault.idempotency set lease_until = now()',
} as const

interface BegunRow {
  readonly command_id: string
  readonly is_repeated: boolean
  readonly may_stand: boolean
  readonly created_at: Date
  /** Until when, to the microsecond: it tells this try from one that takes over. */
  readonly lease: string
}

export async function keptRow(
  pool: pg.Pool,
  { companyId, key }: KeyedRequest,
): Promise<KeptRow | undefined> {
  const { rows } = await pool.query<KeptRow>({
    name: 'idempotency-kept',
    text: `select request_hash, sealed_answer from vault.idempotency
           where company_id = $1 and key = $2`,
    values: [companyId, key],
  })
  return rows[0]
}

const isKeptAsWritten = async (pool: pg.Pool, companyId: string, word: string) =>
  (await keptRow(pool, { companyId, key: word })) !== undefined

const dropAnswer = (pool: pg.Pool, { companyId, key }: KeyedRequest, sealed: Buffer) =>
  pool.query({
    name: 'idempotency-drop',
    text: `delete from vault.idempotency
           where company_id = $1 and key = $2 and sealed_answer = $3`,
    values: [companyId, key, sealed],
  })

const beginOrTakeOver = `
  with before as (
    select command_id, holder from vault.idempotency where company_id = $1 and key = $2)
  insert into vault.idempotency as kept
    (company_id, key, request_hash, command_id, lease_until, holder)
  values ($1, $2, $3, $4, now() + $5 * interval '1 millisecond', $6)
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
  returning command_id, xmax <> 0 as is_repeated, created_at,
    exists (select from before where command_id = kept.command_id and holder <> '${NOBODY}')
      as may_stand,
    extract(epoch from lease_until)::text as lease`

const KEY = 'Idempotency-Key'

const refuse = (message: Message, because: Detail) => reject('CONFLICT', message, [because])
