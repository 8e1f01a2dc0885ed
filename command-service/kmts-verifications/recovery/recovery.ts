import { randomUUID } from 'node:crypto'
import {
  type ProcessParts,
  type RunningProcess,
  startProcess,
} from '#command/event-sourcing/process-manager.ts'
import {
  type KmtsVerificationEvent,
  kmtsVerificationEvents,
} from '#kernel/events/kmts-verification.ts'
import { originOfProcess } from '#kernel/platform/origin.ts'
import { interrupted } from '../failure.ts'
import { type KmtsRepository, kmtsStream } from '../query/repository.ts'
import { evolveOpenQueries, type OpenQuery, openQueriesFrom } from './open-queries.ts'

export interface KmtsRecoveryParts extends ProcessParts {
  readonly repository: KmtsRepository
  /** After this, whoever began a query is taken for dead. */
  readonly deadlineMs: number
}

const NAME = 'kmts-recovery'

/** Ends the queries of which nobody is there any more to record the outcome; asks nothing again. */
export const startKmtsRecovery = ({
  repository,
  deadlineMs,
  ...parts
}: KmtsRecoveryParts): Promise<RunningProcess> =>
  startProcess<KmtsVerificationEvent, OpenQuery>(parts, {
    name: NAME,
    families: [kmtsVerificationEvents],
    workFrom: openQueriesFrom,
    evolve: evolveOpenQueries,
    async resume(verificationId, { companyId, attemptId, since, startedBy, correlationId }) {
      const now = parts.log.now()
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
