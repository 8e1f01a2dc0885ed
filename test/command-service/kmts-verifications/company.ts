import { randomBytes, randomUUID } from 'node:crypto'
import { Registry } from 'prom-client'
import { onTestFinished } from 'vitest'
import type { Command } from '#command/event-sourcing/command.ts'
import { kmtsLimitsIn } from '#command/kmts-verifications/limits.ts'
import { startKmtsRecovery } from '#command/kmts-verifications/recovery.ts'
import { kmtsRepository, labelVerification } from '#command/kmts-verifications/verify.ts'
import { httpKmtsRegister } from '#command/providers/kmts/http.ts'
import { Rejection } from '#kernel/domain/rejection.ts'
import { categoryOf } from '#kernel/events/category-of.ts'
import { kmtsVerificationEvents } from '#kernel/events/kmts-verification.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { decodeWithoutKeys } from '#kernel/platform/recording/event-codec.ts'
import { faultyEventStore } from '#test/support/faulty-event-store.ts'
import type { Infrastructure } from '#test/support/infrastructure.ts'
import { contextIn } from '#test/support/request-context.ts'
import { processForThisTest } from '#test/support/running-processes.ts'
import { sandboxForThisTest } from '#test/support/running-sandbox.ts'

/** A busy machine answers late: no test waits for it. */
const TIMEOUT_MS = 30_000
export const DEADLINE_MS = 20_000

/** A company with a register of its own, and instances that ask it. */
export async function openCompany({ eventStore, vault, pool, eventsOf }: Infrastructure) {
  const companyId = randomBytes(12).toString('hex')
  const { state, url } = await sandboxForThisTest()
  const clock = { now: Date.parse('2026-11-20T09:00:00.000Z') }
  const now = () => clock.now
  const limits = await kmtsLimitsIn({ pool, logger: silentLogger, registry: new Registry() })

  /** One run of the command service: what it keeps in memory is lost with it. */
  function startInstance() {
    const faulty = faultyEventStore(eventStore)
    const log = { eventStore: faulty.store, vault, now }
    const closing = new AbortController()
    const querying = labelVerification({
      log,
      repository: kmtsRepository(log),
      limits,
      register: httpKmtsRegister({ url, timeoutMs: TIMEOUT_MS }),
      accountOf: () => undefined,
      signal: closing.signal,
      logger: silentLogger,
    })
    const ask = (command: Command = newCommand()) =>
      querying.verify({ scannedCode: 'kmv-1' }, contextIn(companyId), command).then(
        ({ ended }) => ended,
        (error: unknown) => {
          if (error instanceof Rejection) return error
          throw error
        },
      )
    return { faulty, ask, close: () => closing.abort() }
  }

  return {
    companyId,
    clock,
    startInstance,
    faults: state.faults,
    /** How often the register was asked. */
    calls: () => state.calls.list('kmts.query').length,
    async recover() {
      const log = { eventStore, vault, now }
      const recovery = await startKmtsRecovery({
        log,
        pool,
        logger: silentLogger,
        processes: await processForThisTest(pool),
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
      return decodeWithoutKeys(decoderOf, await eventsOf(companyId))
    },
  }
}

const newCommand = (): Command => ({ id: randomUUID(), isRepeated: false })
