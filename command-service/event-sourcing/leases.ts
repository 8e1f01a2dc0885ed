import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { makeTables } from '#kernel/platform/database/postgres.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'

/** Of all processes one at a time works under a name. If it dies, the lease expires and another one may. */
export interface Leases {
  /**
   * Undefined if another process holds the lease. The signal is aborted when the lease is lost, because
   * it could not be renewed in time.
   */
  readonly whileHeld: <T>(
    name: string,
    work: (signal: AbortSignal) => Promise<T>,
  ) => Promise<T | undefined>
}

interface Lasting {
  readonly logger: Logger
  /** How long a lease outlives its holder. */
  readonly leaseMs: number
}

const RENEWALS_PER_LEASE = 4

export async function leasesIn(pool: pg.Pool, { logger, leaseMs }: Lasting): Promise<Leases> {
  await makeTables(pool, { schema: 'command', definitions: table })
  return {
    async whileHeld(name, work) {
      const holder = randomUUID()
      const lease = { name, holder, leaseMs }
      if (!(await change(pool, take, lease))) return undefined
      const lost = new AbortController()
      const stopRenewing = renewing(pool, lease, { lost, logger })
      try {
        return await work(lost.signal)
      } finally {
        stopRenewing()
        await pool
          .query('delete from command.lease where name = $1 and holder = $2', [name, holder])
          .catch((error: unknown) => logger.warn({ err: error }, 'a lease is left to expire'))
      }
    },
  }
}

interface Lease {
  readonly name: string
  readonly holder: string
  readonly leaseMs: number
}

/** Renews the lease until the returned function is called. Retries a failed renewal until the lease ends. */
function renewing(
  pool: pg.Pool,
  lease: Lease,
  { lost, logger }: { readonly lost: AbortController; readonly logger: Logger },
): () => void {
  let heldUntil = performance.now() + lease.leaseMs
  async function renewNow() {
    const since = performance.now()
    if (since > heldUntil) lost.abort()
    if (await change(pool, renew, lease)) heldUntil = since + lease.leaseMs
    else lost.abort()
  }
  const timer = setInterval(() => {
    renewNow().catch((error: unknown) => logger.warn({ err: error }, 'a lease was not renewed'))
  }, lease.leaseMs / RENEWALS_PER_LEASE)
  return () => clearInterval(timer)
}

async function change(pool: pg.Pool, text: string, { name, holder, leaseMs }: Lease) {
  const { rowCount } = await pool.query(text, [name, holder, leaseMs])
  return rowCount === 1
}

const take = `
  insert into command.lease as held (name, holder, held_until)
  values ($1, $2, now() + $3 * interval '1 millisecond')
  on conflict (name) do update
  set holder = excluded.holder, held_until = excluded.held_until
  where held.held_until < now()`

const renew = `
  update command.lease set held_until = now() + $3 * interval '1 millisecond'
  where name = $1 and holder = $2`

const table = `
  create table if not exists command.lease (
    name text primary key,
    holder uuid not null,
    held_until timestamptz not null
  );
`
