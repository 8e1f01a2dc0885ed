import type { Origin } from './event-codec.ts'

/** The event that caused another one, and the command at the start of the chain. */
export interface Necessity {
  readonly eventId: string
  readonly correlationId: string
}

/** The origin of events that no request caused. */
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
  /** Null if no event of the log is the cause. */
  readonly cause: Necessity | null
}

/** The origin of a process's events. They belong to the request that the process continues. */
export const originOfProcess = (name: string, { companyId, commandId, cause }: Doing): Origin => ({
  companyId,
  ...originWithoutRequest({ kind: 'process', id: name }, commandId),
  causationId: cause?.eventId ?? null,
  correlationId: cause?.correlationId ?? commandId,
})
