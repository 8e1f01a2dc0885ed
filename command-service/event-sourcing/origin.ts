import { randomUUID } from 'node:crypto'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import type { Origin } from '#kernel/platform/recording/event-codec.ts'

/** The origin that the events of a request record, and where it notes what it may have changed. */
export function originOf(context: RequestContext, commandId: string): Origin {
  const { caller, requestId, idempotencyKey, ip, userAgent, traceparent, changes } = context
  return {
    companyId: caller.companyId,
    actor: { kind: 'apiUser', id: caller.apiUserId },
    commandId,
    requestId,
    idempotencyKey,
    ip,
    userAgent,
    causationId: null,
    correlationId: commandId,
    changes,
    ...(traceparent === undefined ? {} : { traceparent }),
  }
}

/** For a request that is a new command whenever it comes: one without an `Idempotency-Key`. */
export const requestOrigin = (context: RequestContext): Origin => originOf(context, randomUUID())
