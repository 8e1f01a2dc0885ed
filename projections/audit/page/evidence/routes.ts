import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { type FewAtOnce, fewAtOnce } from '../records/few-at-once.ts'
import type { AuditParts, AuditRoute } from '../serving/route.ts'
import { signedIn } from '../sign-in/signed-in.ts'
import { evidenceArchive } from './package.ts'

/** One at a time, because each reads the whole log. POST, so that no other site can trigger it. */
export function evidenceRoutes(parts: AuditParts): readonly AuditRoute[] {
  const few = fewAtOnce({ atOnce: 1, waiting: 2 })
  const handle = signedIn(parts, async ({ caller, requestId, isAwaited }) => {
    const { companyId, apiUserId } = caller
    const access = { apiUserId, companyId, what: 'evidence', noun: null, recordId: null } as const
    await parts.recordAccess(access, requestId)
    const system = await parts.system()
    const file = await oneByOne(few, () => evidenceArchive(system, companyId, isAwaited))
    return { file, name: `evidence-${companyId}-${new Date().toISOString().slice(0, 10)}.zip` }
  })
  return [{ method: 'POST', path: '/audit/evidence', handle }]
}

/** The next package begins after this one has been sent or its reader has disconnected. */
function oneByOne(few: FewAtOnce, make: () => Promise<Readable>): Promise<Readable> {
  const made = Promise.withResolvers<Readable>()
  few(async () => {
    const file = await make()
    const closed = once(file, 'close')
    made.resolve(file)
    await closed
  }).catch(made.reject)
  return made.promise
}
