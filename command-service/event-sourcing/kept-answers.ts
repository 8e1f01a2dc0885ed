import type pg from 'pg'
import { type Detail, detail } from '#kernel/domain/detail.ts'
import type { Message } from '#kernel/domain/messages/message.ts'
import { reject } from '#kernel/domain/rejection.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { DataKey } from '#kernel/platform/vault/data-keys.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import type { Command } from './command.ts'
import { type BegunRow, beginInGroups, keepInGroups, NOBODY } from './keys-in-groups.ts'
import {
  type DataAnswer,
  hashedRequest,
  type KeyedRequest,
  openedAnswer,
  sealedAnswer,
} from './sealed-answer.ts'

/** After a few such pauses the heartbeat of a process that has died is overdue. */
const RETRY_AFTER_SECONDS = 2

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
  const beginRow = beginInGroups({ pool, holder, leaseMs })
  const keepRow = keepInGroups(pool)

  async function begin(request: KeyedRequest, hash: Buffer): Promise<BeginOutcome> {
    const mine = await beginRow({ ...request, hash })
    return mine === undefined ? answeredOrRefused(request, hash) : outcomeOf(mine)
  }

  async function answeredOrRefused(request: KeyedRequest, hash: Buffer): Promise<BeginOutcome> {
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
      const request = hashedRequest(vault, companyId, word)
      return { ...(await begin(request, hash)), request }
    },

    async keep(request: KeyedRequest, { id }: Command, kept: Kept) {
      const sealed = await sealedAnswer(vault, request, kept)
      const status = kept.answer.status ?? 201
      await keepRow({ ...request, commandId: id, status, sealed })
    },

    /** After an internal failure the next try continues the same command; after a refusal it does not. */
    release,
  }
}

/** What a try leaves behind that has no answer to keep. */
export type Left = keyof typeof changes

const changes = {
  ended: 'delete from vault.idempotency',
  nothing: `update vault.idempotency set lease_until = now(), holder = '${NOBODY}'`,
  perhaps: 'update vault.idempotency set lease_until = now()',
} as const

const outcomeOf = ({ command_id: id, is_repeated: isRepeated, ...row }: BegunRow) => ({
  kind: 'mine' as const,
  command: { id, isRepeated, begunAt: row.created_at.getTime() },
  mayStand: row.may_stand,
  lease: row.lease,
})

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

const dropAnswer = (pool: pg.Pool, { companyId, key }: KeyedRequest, sealed: Buffer) =>
  pool.query({
    name: 'idempotency-drop',
    text: `delete from vault.idempotency
           where company_id = $1 and key = $2 and sealed_answer = $3`,
    values: [companyId, key, sealed],
  })

const KEY = 'Idempotency-Key'

const refuse = (message: Message, because: Detail) => reject('CONFLICT', message, [because])
