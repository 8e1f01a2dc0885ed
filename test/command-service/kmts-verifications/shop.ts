import { randomBytes, randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { Command } from '#command/event-sourcing/idempotency.ts'
import { kmtsLimitsIn } from '#command/kmts-verifications/limits.ts'
import { kmtsQuerying } from '#command/kmts-verifications/query/kmts-query.ts'
import { kmtsRepository } from '#command/kmts-verifications/query/repository.ts'
import { startKmtsRecovery } from '#command/kmts-verifications/recovery/recovery.ts'
import { httpKmtsRegister } from '#command/providers/kmts/http.ts'
import { Rejection } from '#kernel/domain/rejection.ts'
import { kmtsVerificationEvents } from '#kernel/events/kmts-verification.ts'
import { silentLogger } from '#kernel/platform/logger.ts'
import { categoryOf, recallUnopened } from '#kernel/platform/recording.ts'
import { mortalStore } from '#test/support/mortal-store.ts'
import { sandboxForThisTest } from '#test/support/running-sandbox.ts'
import type { World } from '#test/support/world.ts'

const TIMEOUT_MS = 500
export const DEADLINE_MS = 20_000

/** A company with a register of its own, and desks that ask it. */
export async function openShop({ eventStore, vault, pool, eventsOf }: World) {
  const companyId = randomBytes(12).toString('hex')
  const { state, url } = await sandboxForThisTest()
  const clock = { now: Date.parse('2026-11-20T09:00:00.000Z') }
  const now = () => clock.now
  const limits = await kmtsLimitsIn(pool, silentLogger)

  /** One run of the command service: what it keeps in memory dies with it. */
  function openDesk() {
    const mortal = mortalStore(eventStore)
    const log = { eventStore: mortal.store, vault, now }
    const closing = new AbortController()
    const querying = kmtsQuerying({
      log,
      repository: kmtsRepository(log),
      limits,
      register: httpKmtsRegister({ url, timeoutMs: TIMEOUT_MS }),
      accountOf: () => undefined,
      signal: closing.signal,
      logger: silentLogger,
    })
    const ask = (command: Command = newCommand()) =>
      querying.ask({ scannedCode: 'kmv-1' }, contextOf(companyId), command).then(
        ({ ended }) => ended,
        (error: unknown) => {
          if (error instanceof Rejection) return error
          throw error
        },
      )
    return { mortal, ask, close: () => closing.abort() }
  }

  return {
    companyId,
    clock,
    openDesk,
    faults: state.faults,
    /** How often the register was asked. */
    calls: () => state.calls.list('kmts.query').length,
    async recover() {
      const log = { eventStore, vault, now }
      const recovery = await startKmtsRecovery({
        log,
        pool,
        logger: silentLogger,
        repository: kmtsRepository(log),
        deadlineMs: DEADLINE_MS,
      })
      onTestFinished(recovery.close)
      return recovery
    },
    /** What stands in the history of the queries, in order. */
    async history() {
      const decoderOf = (stream: string) =>
        categoryOf(stream) === 'kmtsVerification' ? kmtsVerificationEvents : undefined
      return recallUnopened(decoderOf, await eventsOf(companyId))
    },
  }
}

export const newCommand = (): Command => ({ id: randomUUID(), isRepeated: false })

const contextOf = (companyId: string) => ({
  caller: { companyId, apiUserId: `desk-${companyId}`, rights: ['*'] as const },
  requestId: randomUUID(),
  ip: '127.0.0.1',
  userAgent: null,
  idempotencyKey: null,
})
