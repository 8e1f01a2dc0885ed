import type { ElectronicParts } from '#command/processes/electronic-vouchers/parts.ts'
import { findTransaction } from '#command/processes/voucher-issuing/facts.ts'
import { voucherRepositories } from '#command/processes/voucher-issuing/repositories.ts'
import { httpIntegrator } from '#command/providers/integrator/http.ts'
import type { Log } from '#command/store/log.ts'
import { silentLogger } from '#kernel/platform/logger.ts'
import { OperatorError } from '../../operator-error.ts'
import type { Tools } from '../document-kind.ts'
import { referencesOf, timeZoneIn } from '../references.ts'

interface Concerned {
  readonly companyId: string
  readonly bankTransactionId: string | null
}

/** The processes' own parts, knowing of the company what this voucher depends on, as the log has it. */
export async function electronicParts(
  { log, settings }: Tools,
  concerned: Concerned,
): Promise<ElectronicParts> {
  const references = await referencesFor(log, concerned)
  const account = references.providerAccount(concerned.companyId, 'integrator')
  const { integratorUrl, timeoutMs, deadlineMs, cooldownMs } = settings
  const url = account?.url ?? integratorUrl
  if (url === null) throw new OperatorError('INTEGRATOR_URL must be set: who else can be asked?')
  return {
    log,
    repositories: voucherRepositories(log),
    integrator: httpIntegrator({ url, timeoutMs }),
    references: {
      facts: (companyId) => ({
        company: references.company(companyId),
        settings: references.settings(companyId),
      }),
      timeZone: timeZoneIn(references),
      integratorAccount: (companyId) => references.providerAccount(companyId, 'integrator'),
      isPassive: (companyId, accountId) =>
        references.bankAccount(companyId, accountId)?.active === false,
    },
    timing: { deadlineMs, cooldownMs },
    closing: new AbortController().signal,
    logger: silentLogger,
  }
}

async function referencesFor(log: Log, { companyId, bankTransactionId }: Concerned) {
  const transaction =
    bankTransactionId === null ? null : await findTransaction(log, companyId, bankTransactionId)
  const accounts = transaction === null ? [] : [`bankAccount-${transaction.accountId}`]
  return referencesOf(log, companyId, accounts)
}
