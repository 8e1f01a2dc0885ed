import type { PageDependencies, PageRoute } from '../serving/route.ts'
import { signedIn } from '../sign-in/signed-in.ts'
import { evidenceArchive } from './package.ts'
import { evidenceQueue } from './queue.ts'

const LONGEST_SENDING_MS = 10 * 60_000

/** POST, so that no other site can trigger it. */
export function evidenceRoutes(dependencies: PageDependencies): readonly PageRoute[] {
  const archiveFor = evidenceQueue({
    make: async (companyId, isAwaited) =>
      evidenceArchive(await dependencies.system(), companyId, isAwaited),
    longestSendingMs: LONGEST_SENDING_MS,
  })
  const handle = signedIn(dependencies, async (visit) => {
    const { companyId } = visit.caller
    await dependencies.recordAccess(visit, {
      type: 'EvidenceExported',
      data: { from: null, to: null },
    })
    const file = await archiveFor(companyId, visit.isAwaited)
    return { file, name: `evidence-${companyId}-${new Date().toISOString().slice(0, 10)}.zip` }
  })
  return [{ method: 'POST', path: '/audit/evidence', handle }]
}
