import type { ElectronicParts } from '#command/processes/electronic-vouchers/parts.ts'
import { findTransaction } from '#command/processes/voucher-issuing/facts.ts'
import { voucherRepositories } from '#command/processes/voucher-issuing/repositories.ts'
import { httpIntegrator } from '#command/providers/integrator/http.ts'
import { decoderOf } from '#command/reference-data/families.ts'
import { evolve, noReferences } from '#command/reference-data/fold.ts'
import { type ReferenceData, readReferences } from '#command/reference-data/reference-data.ts'
import type { Log } from '#command/store/log.ts'
import { silentLogger } from '#kernel/platform/logger.ts'
import { recall } from '#kernel/platform/recording.ts'
import { OperatorError } from '../../operator-error.ts'
import type { Tools } from '../document-kind.ts'

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
      timeZone: (companyId) => references.company(companyId)?.timeZone ?? 'Europe/Istanbul',
      integratorAccount: (companyId) => references.providerAccount(companyId, 'integrator'),
      isPassive: (companyId, accountId) =>
        references.bankAccount(companyId, accountId)?.active === false,
    },
    timing: { deadlineMs, cooldownMs },
    closing: new AbortController().signal,
    logger: silentLogger,
  }
}

async function referencesFor(
  log: Log,
  { companyId, bankTransactionId }: Concerned,
): Promise<ReferenceData> {
  const transaction =
    bankTransactionId === null ? null : await findTransaction(log, companyId, bankTransactionId)
  const streams = [
    `company-${companyId}`,
    `companySettings-${companyId}`,
    `providerAccount-${companyId}_integrator`,
    ...(transaction === null ? [] : [`bankAccount-${transaction.accountId}`]),
  ]
  const references = noReferences()
  for (const stream of streams) {
    const read = { direction: 'backwards', maxCount: 1 } as const
    const stored = await log.eventStore.readStream(stream, read)
    for (const recorded of await recall(log.vault, decoderOf, stored)) evolve(references, recorded)
  }
  return readReferences(references)
}
