import type pg from 'pg'
import { Registry } from 'prom-client'
import { idempotencyIn } from '#command/event-sourcing/idempotency.ts'
import { keptAnswers } from '#command/event-sourcing/kept-answers.ts'
import { leasesIn } from '#command/event-sourcing/leases.ts'
import { processStates } from '#command/event-sourcing/process-state.ts'
import { requestsInDoubt } from '#command/event-sourcing/requests-in-doubt.ts'
import { joinRunningProcesses } from '#command/event-sourcing/running-processes.ts'
import { kmtsLimitsIn } from '#command/kmts-verifications/limits.ts'
import { livingFollowers } from '#command/reference-data/followers.ts'
import { commonClock } from '#kernel/platform/database/common-clock.ts'
import { runningRequests } from '#kernel/platform/http/running-requests.ts'
import { silentLogger as logger } from '#kernel/platform/process/logger.ts'
import { makeVaultTables } from '#kernel/platform/vault/tables.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import type { Reach } from '../database.ts'

export type Instance = Awaited<ReturnType<typeof startInstance>>

const KEY_LEASE_MS = 60_000
/** It is renewed each second. */
const LEASE_MS = 4_000

export interface Surroundings {
  readonly vault: Vault
  readonly poolWith: (reach: Reach) => pg.Pool
}

/** An instance of the command service, as far as it uses its tables. */
export async function startInstance({ vault, poolWith }: Surroundings) {
  let isCut = false
  const pool = poolWith(async (work) => {
    if (isCut) throw new Error('cut off')
    return work()
  })
  await makeVaultTables(pool)
  const requests = runningRequests()
  const process = await joinRunningProcesses({ pool, logger, requests })
  const inDoubt = await requestsInDoubt({ pool, logger })
  const keeping = { pool, vault, logger, holder: process.id, leaseMs: KEY_LEASE_MS }
  return {
    pool,
    process,
    requests,
    inDoubt,
    answers: keptAnswers(keeping),
    purge: idempotencyIn({ ...keeping, inDoubt, untilReadable: async () => true }).purge,
    leases: await leasesIn(pool, { logger, leaseMs: LEASE_MS }),
    states: await processStates(pool),
    limits: await kmtsLimitsIn({ pool, logger, registry: new Registry() }),
    followers: () => livingFollowers(pool),
    clock: () => commonClock(pool),
    isCut: () => isCut,
    /** None of its statements reaches the database any more. */
    cut() {
      isCut = true
    },
    async end() {
      await process.close()
      await pool.end()
    },
  }
}
