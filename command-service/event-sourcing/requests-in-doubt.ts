import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { makeTables } from '#kernel/platform/database/postgres.ts'
import { atMost } from '#kernel/platform/process/at-most.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { waitAtMost } from '#kernel/platform/waiting/timing.ts'

/** Creating requests without an `Idempotency-Key` whose callers were told that the outcome is unknown (docs/adr/answers.md). */
export interface RequestsInDoubt {
  /** The records that an equal request may have brought about. */
  readonly of: (request: EqualRequests) => Promise<readonly string[]>
  /** Never fails: until the database has it, this process remembers it. */
  readonly note: (request: EqualRequests, recordId: string) => Promise<void>
  /** Its outcome is known, and the next answer says it. */
  readonly settle: (request: EqualRequests, recordId: string) => Promise<void>
  /** Forgets those older than a day. */
  readonly purge: () => Promise<void>
}

/** All requests of a company with the same operation and body. */
export interface EqualRequests {
  readonly companyId: string
  /** Keyed, of operation and body. */
  readonly hash: Buffer
}

interface Remembering {
  readonly pool: pg.Pool
  readonly logger: Logger
}

/** Its caller waits for an answer. */
const WRITTEN_WITHIN_MS = 1_000
const MOST_UNWRITTEN = 10_000

export async function requestsInDoubt({ pool, logger }: Remembering): Promise<RequestsInDoubt> {
  await makeTables(pool, { schema: 'command', definitions: table })
  const unwritten = new LRUCache<string, EqualRequests>(atMost(MOST_UNWRITTEN))

  async function write({ companyId, hash }: EqualRequests, recordId: string) {
    try {
      await pool.query(
        `insert into command.request_in_doubt (company_id, request_hash, record_id)
         values ($1, $2, $3) on conflict do nothing`,
        [companyId, hash, recordId],
      )
      unwritten.delete(recordId)
    } catch (error) {
      logger.warn({ err: error, recordId }, 'a request in doubt could not be noted')
    }
  }

  return {
    async of({ companyId, hash }) {
      const { rows } = await pool.query<{ record_id: string }>({
        name: 'requests-in-doubt',
        text: `select record_id from command.request_in_doubt
               where company_id = $1 and request_hash = $2`,
        values: [companyId, hash],
      })
      const remembered = [...unwritten.entries()]
        .filter(([, one]) => one.companyId === companyId && one.hash.equals(hash))
        .map(([recordId]) => recordId)
      return [...new Set([...rows.map(({ record_id }) => record_id), ...remembered])]
    },

    async note(request, recordId) {
      unwritten.set(recordId, request)
      await waitAtMost(WRITTEN_WITHIN_MS, write(request, recordId))
    },

    async settle({ companyId }, recordId) {
      unwritten.delete(recordId)
      await pool.query(
        'delete from command.request_in_doubt where company_id = $1 and record_id = $2',
        [companyId, recordId],
      )
    },

    async purge() {
      await pool.query(
        `delete from command.request_in_doubt where noted_at < now() - interval '24 hours'`,
      )
    },
  }
}

const table = `
  create table if not exists command.request_in_doubt (
    company_id text not null,
    request_hash bytea not null,
    record_id text not null,
    noted_at timestamptz not null default now(),
    primary key (company_id, request_hash, record_id)
  );
`
