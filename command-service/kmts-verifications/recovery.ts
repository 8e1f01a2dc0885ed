import { type Static, Type } from 'typebox'
import {
  openWorkOf,
  originAfter,
  put,
  stepFields,
  stepOf,
  without,
} from '#command/event-sourcing/open-work.ts'
import type {
  OpenWork,
  ProcessManager,
  ProcessManagerDependencies,
} from '#command/event-sourcing/process-manager.ts'
import { startRecovery } from '#command/provider-documents/recovery.ts'
import { instantOf } from '#kernel/domain/instant.ts'
import {
  type KmtsVerificationEvent,
  kmtsVerificationEvents,
} from '#kernel/events/kmts-verification.ts'
import type { Recorded } from '#kernel/platform/recording/event-codec.ts'
import { interrupted } from './failure.ts'
import { openQueryAfter } from './kmts-verification.ts'
import { type KmtsRepository, kmtsStream, recordFailure } from './verify.ts'

export interface KmtsRecoveryDependencies extends ProcessManagerDependencies {
  readonly repository: KmtsRepository
  /** After this time the request that began a query counts as dead. */
  readonly deadlineMs: number
}

/** A query that was begun and has not ended. */
const OpenQuery = Type.Object({ ...stepFields, attemptId: Type.String() })
type OpenQuery = Static<typeof OpenQuery>

const NAME = 'kmts-recovery'

/** How the log tells which queries have not ended. */
export const kmtsWork = {
  name: NAME,
  families: [kmtsVerificationEvents],
  workFrom: openWorkOf(OpenQuery),
  evolve: evolveOpenQueries,
}

/** Records a failure for queries whose request has died; it does not ask the register again. */
export const startKmtsRecovery = ({
  repository,
  deadlineMs,
  ...dependencies
}: KmtsRecoveryDependencies): Promise<ProcessManager> =>
  startRecovery<KmtsVerificationEvent, OpenQuery, 'close'>(dependencies, {
    ...kmtsWork,
    nextAction: ({ since }, now) => (now - since < deadlineMs ? 'wait' : 'close'),
    async recover(verificationId, open) {
      const failure = interrupted({ verificationId }, instantOf(dependencies.log.now()))
      await repository.execute({
        stream: kmtsStream(verificationId),
        decision: recordFailure(failure),
        origin: { ...originAfter(NAME, open), attemptId: open.attemptId },
      })
    },
  })

function evolveOpenQueries(
  open: OpenWork<OpenQuery>,
  recorded: Recorded<KmtsVerificationEvent>,
): OpenWork<OpenQuery> {
  const { event } = recorded
  const id = event.data.verificationId
  if (event.type === 'KmtsQueryStarted') {
    return put(open, id, { ...stepOf(recorded), attemptId: event.data.attemptId })
  }
  return openQueryAfter[event.type] === 'ended' ? without(open, id) : open
}
