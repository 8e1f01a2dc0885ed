import { randomUUID } from 'node:crypto'
import { originOfProcess } from '#kernel/platform/origin.ts'
import type { Origin } from '#kernel/platform/recording.ts'

interface OpenDocument {
  readonly companyId: string
  readonly lastEventId: string
  readonly correlationId: string
}

/** A step of the recovery belongs to the request that the document began with. */
export const originOfRecovery = (
  name: string,
  { companyId, lastEventId, correlationId }: OpenDocument,
): Origin =>
  originOfProcess(name, {
    companyId,
    commandId: randomUUID(),
    cause: { eventId: lastEventId, correlationId },
  })
