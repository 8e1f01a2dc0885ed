import { lastVerification } from '#audit/verification/verifications.ts'
import { verificationPage } from '../pages/verification.ts'
import type { PageDependencies, PageRoute } from '../serving/route.ts'
import { signedIn } from '../sign-in/signed-in.ts'

const AGAIN_AFTER_SECONDS = 2

/** It is begun with POST, so that no other site can; the page then asks for itself again until it has ended. */
export function verificationRoutes(dependencies: PageDependencies): readonly PageRoute[] {
  const { system, verifications, recordAccess } = dependencies
  const path = '/audit/verification'
  const start = signedIn(dependencies, async (visit) => {
    const { companyId } = visit.caller
    if (verifications.of(companyId)?.isRunning !== true) {
      await recordAccess(visit, { type: 'VerificationStarted', data: {} })
      verifications.start(companyId)
    }
    return { to: path }
  })
  const watch = signedIn(dependencies, async (visit) => {
    const { companyId } = visit.caller
    const { pool } = await system()
    const underWay = verifications.of(companyId)
    const last = await lastVerification(pool, companyId)
    const page = verificationPage(visit, { last, underWay })
    return underWay?.isRunning === true ? { page, refresh: AGAIN_AFTER_SECONDS } : { page }
  })
  return [
    { method: 'POST', path, handle: start },
    { method: 'GET', path, handle: watch },
  ]
}
