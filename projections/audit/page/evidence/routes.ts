import type { AuditParts, AuditRoute } from '../serving/route.ts'
import { signedIn } from '../sign-in/signed-in.ts'
import { evidenceArchive } from './package.ts'
import { evidenceQueue } from './queue.ts'

const LONGEST_SENDING_MS = 10 * 60_000

/** POST, so that no other site can trigger it. */
export function evidenceRoutes(parts: AuditParts): readonly AuditRoute[] {
  const archiveFor = evidenceQueue({
    make: async (companyId, isAwaited) =>
      evidenceArchive(await parts.system(), companyId, isAwaited),
    longestSendingMs: LONGEST_SENDING_MS,
  })
  const handle = signedIn(parts, async ({ caller, requestId, isAwaited }) => {
    const { companyId, apiUserId } = caller
    const access = { apiUserId, companyId, what: 'evidence', noun: null, recordId: null } as const
    await parts.recordAccess(access, requestId)
    const file = await archiveFor(companyId, isAwaited)
    return { file, name: `evidence-${companyId}-${new Date().toISOString().slice(0, 10)}.zip` }
  })
  return [{ method: 'POST', path: '/audit/evidence', handle }]
}
