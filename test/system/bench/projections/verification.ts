import { setTimeout as pause } from 'node:timers/promises'
import { auditingAt } from '#audit/audited-system.ts'
import { verify } from '#audit/verification/verify.ts'
import { followLogIntoChain } from '#kernel/platform/log-chain/follower.ts'
import { signedCount } from '#kernel/platform/log-chain/signed-in-log.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import type { Stage } from './stage.ts'

/** The auditor's `verify` over the whole log; the hash chain was made while it was written. */
export async function measureVerification(stage: Stage) {
  const startedAt = performance.now()
  const { replayed, chain } = await auditingAt(stage, (system) =>
    verify(system, {
      companyId: null,
      moved: () => undefined,
      report: () => undefined,
      pins: { publicKeys: null, heads: [] },
    }),
  )
  const verifyMs = performance.now() - startedAt
  const isRight = replayed.differences === 0 && chain.differences === 0 && chain.chained > 0
  return { verifyMs, isRight }
}

/** Follows the log into the hash chain, as the projections' process does beside its work. */
export async function chainLog({ pool, eventStore }: Stage) {
  const chain = followLogIntoChain({
    pool,
    eventStore,
    logger: silentLogger,
    signedCount: () => signedCount({ eventStore, witness: null }),
  })
  return {
    /** Once it holds all events of the log it ends. */
    untilWhole: async (events: number) => {
      try {
        while (chain.status().count < events) {
          await pause(50)
          const { failure } = chain.status()
          if (failure !== undefined) throw new Error(failure)
        }
      } finally {
        await chain.close()
      }
    },
  }
}
