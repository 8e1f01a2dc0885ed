import { shownRecordsIn } from '#command/providers/shown-records/read-model.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import type { ServiceDependencies } from '../dependencies.ts'
import { kmtsLimitsIn } from './limits.ts'
import { startKmtsRecovery } from './recovery.ts'
import { kmtsRoutes } from './routes.ts'
import { kmtsRepository, labelVerification } from './verify.ts'

/** The longest time to record the attempt and its outcome, beside the call. */
const RECORDING_GRACE_MS = 10_000

export async function composeKmts(dependencies: ServiceDependencies): Promise<readonly Route[]> {
  const { settings, logger, onClose, log, references } = dependencies
  const repository = kmtsRepository(log)
  const limits = await kmtsLimitsIn(dependencies)
  const deadlineMs = settings.kmtsTimeoutMs + RECORDING_GRACE_MS
  const recovery = await startKmtsRecovery({ ...dependencies, repository, deadlineMs })
  onClose('KMTS recovery', () => recovery.close())
  const verification = labelVerification({
    log,
    repository,
    limits,
    register: dependencies.kmtsRegister,
    accountOf: (companyId) => references.providerAccount(companyId, 'kmts'),
    signal: dependencies.closing,
    logger,
  })
  return kmtsRoutes({
    ...dependencies,
    verification,
    records: shownRecordsIn(dependencies.readModels, 'kmts_verification'),
  })
}
