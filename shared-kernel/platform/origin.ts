import type { Origin } from './event-codec.ts'

/** The event that made another one necessary, and the command that it all began with. */
export interface Necessity {
  readonly eventId: string
  readonly correlationId: string
}

/** What events say of where they come from, when it was no request that led to them. */
export const originWithoutRequest = (
  actor: Origin['actor'],
  commandId: string,
): Omit<Origin, 'companyId'> => ({
  actor,
  commandId,
  requestId: null,
  idempotencyKey: null,
  ip: null,
  userAgent: null,
  causationId: null,
  correlationId: commandId,
})

interface Doing {
  readonly companyId: string
  readonly commandId: string
  /** Null for what nothing in the log made necessary. */
  readonly cause: Necessity | null
}

/** The same for what Sarraf does by itself: it belongs to what it carries on. */
export const originOfProcess = (name: string, { companyId, commandId, cause }: Doing): Origin => ({
  companyId,
  ...originWithoutRequest({ kind: 'process', id: name }, commandId),
  causationId: cause?.eventId ?? null,
  correlationId: cause?.correlationId ?? commandId,
})
