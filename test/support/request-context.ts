import { randomUUID } from 'node:crypto'
import { requestChanges } from '#kernel/domain/request-changes.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'

/** A request of a company, in which no test is interested; its caller may do everything. */
export const contextIn = (
  companyId: string,
  given: Partial<RequestContext> = {},
): RequestContext => ({
  caller: { companyId, apiUserId: `desk of ${companyId}`, rights: ['*'] },
  requestId: randomUUID(),
  ip: '127.0.0.1',
  userAgent: null,
  idempotencyKey: null,
  changes: requestChanges('data'),
  ...given,
})
