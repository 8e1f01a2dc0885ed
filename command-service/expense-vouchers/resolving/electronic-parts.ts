import { randomUUID } from 'node:crypto'
import { findTransaction } from '#command/claims/bank-transactions.ts'
import type { Log } from '#command/event-sourcing/log.ts'
import { OperatorError } from '#command/event-sourcing/operator-error.ts'
import type { Tools } from '#command/provider-documents/document-kind.ts'
import { referencesOf, timeZoneIn } from '#command/provider-documents/references.ts'
import { httpIntegrator } from '#command/providers/integrator/http.ts'
import { silentLogger } from '#kernel/platform/logger.ts'
import { type ElectronicDependencies, voucherRepositories } from '../dependencies.ts'

interface Concerned {
  readonly companyId: string
  readonly bankTransactionId: string | null
}

/** The processes' own parts, knowing of the company what this voucher depends on, as the log has it. */
export async function electronicParts(
  { log, settings }: Tools,
  concerned: Concerned,
): Promise<ElectronicDependencies> {
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
      company: references.company,
      settings: references.settings,
      timeZone: timeZoneIn(references),
      integratorAccount: (companyId) => references.providerAccount(companyId, 'integrator'),
      isPassive: (companyId, accountId) =>
        references.bankAccount(companyId, accountId)?.active === false,
    },
    timing: { deadlineMs, cooldownMs },
    newUuid: randomUUID,
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
