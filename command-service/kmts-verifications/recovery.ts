import { randomUUID } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import {
  type OpenWork,
  type ProcessManager,
  type ProcessManagerDependencies,
  startProcessManager,
} from '#command/event-sourcing/process-manager.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import {
  type KmtsVerificationEvent,
  kmtsVerificationEvents,
} from '#kernel/events/kmts-verification.ts'
import type { Recorded } from '#kernel/platform/event-codec.ts'
import { originOfProcess } from '#kernel/platform/origin.ts'
import { interrupted } from './failure.ts'
import { type KmtsRepository, kmtsStream } from './repository.ts'

export interface KmtsRecoveryDependencies extends ProcessManagerDependencies {
  readonly repository: KmtsRepository
  /** After this time the request that began a query counts as dead. */
  readonly deadlineMs: number
}

const NAME = 'kmts-recovery'

/** Records a failure for queries whose request has died; it does not ask the register again. */
export const startKmtsRecovery = ({
  repository,
  deadlineMs,
  ...dependencies
}: KmtsRecoveryDependencies): Promise<ProcessManager> =>
  startProcessManager<KmtsVerificationEvent, OpenQuery>(dependencies, {
    name: NAME,
    families: [kmtsVerificationEvents],
    workFrom: openQueriesFrom,
    evolve: evolveOpenQueries,
    async resume(verificationId, { companyId, attemptId, since, startedBy, correlationId }) {
      const now = dependencies.log.now()
      if (now - since < deadlineMs) return false
      const cause = { eventId: startedBy, correlationId }
      const by = { companyId, commandId: randomUUID(), cause }
      await repository.execute({
        stream: kmtsStream(verificationId),
        command: {
          type: 'RecordFailure',
          failure: interrupted({ verificationId }, new Date(now).toISOString()),
        },
        origin: { ...originOfProcess(NAME, by), attemptId },
      })
      return true
    },
  })

/** A query that was begun and has not ended. */
const OpenQuery = Type.Object({
  companyId: Type.String(),
  attemptId: Type.String(),
  /** Epoch milliseconds, and the event that began it. */
  since: Type.Number(),
  startedBy: Type.String(),
  /** Of the command that it belongs to. */
  correlationId: Type.String(),
})
type OpenQuery = Static<typeof OpenQuery>

const SavedQueries = Type.Record(Type.String(), OpenQuery)

/** Undefined when another version saved it. */
const openQueriesFrom = (saved: unknown): OpenWork<OpenQuery> | undefined =>
  Value.Check(SavedQueries, saved) ? new Map(Object.entries(saved)) : undefined

function evolveOpenQueries(
  open: OpenWork<OpenQuery>,
  { event, metadata, id }: Recorded<KmtsVerificationEvent>,
): OpenWork<OpenQuery> {
  const { verificationId } = event.data
  switch (event.type) {
    case 'KmtsQueryStarted':
      return new Map(open).set(verificationId, {
        companyId: metadata.companyId,
        attemptId: event.data.attemptId,
        since: Date.parse(metadata.recordedAt),
        startedBy: id,
        correlationId: metadata.correlationId,
      })
    case 'KmtsQueryAnswered':
    case 'KmtsQueryFailed':
      return new Map([...open].filter(([each]) => each !== verificationId))
    case 'KmtsVerificationRecorded':
      return open
    default:
      return assertNever(event)
  }
}
