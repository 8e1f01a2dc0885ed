import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { OpenWork } from '#command/event-sourcing/process-manager.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import type { KmtsVerificationEvent } from '#kernel/events/kmts-verification.ts'
import type { Recorded } from '#kernel/platform/recording.ts'

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
export type OpenQuery = Static<typeof OpenQuery>

const SavedQueries = Type.Record(Type.String(), OpenQuery)

/** What was saved as a plain object; undefined when it is not what this version saves. */
export const openQueriesFrom = (saved: unknown): OpenWork<OpenQuery> | undefined =>
  Value.Check(SavedQueries, saved) ? new Map(Object.entries(saved)) : undefined

export function evolveOpenQueries(
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
