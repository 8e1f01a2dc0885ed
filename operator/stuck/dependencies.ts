import { randomUUID } from 'node:crypto'
import { findTransaction } from '#command/claims/bank-transactions.ts'
import { timeZoneIn, timeZonesIn } from '#command/dependencies.ts'
import type { Log } from '#command/event-sourcing/log.ts'
import {
  type ElectronicDependencies,
  voucherRepositories,
} from '#command/expense-vouchers/repository.ts'
import { invoiceRepositories, type SettlingDependencies } from '#command/invoices/repository.ts'
import { invoiceAccount } from '#command/provider-documents/company.ts'
import { httpIntegrator } from '#command/providers/integrator/http.ts'
import { chosenInvoiceIntegrator } from '#command/providers/invoice-integrator/chosen.ts'
import { decoderOf } from '#command/reference-data/families.ts'
import { evolve, noReferences } from '#command/reference-data/fold.ts'
import { newQuarantine } from '#command/reference-data/quarantine.ts'
import { type ReferenceData, readReferences } from '#command/reference-data/reference-data.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { decodeEvents } from '#kernel/platform/recording/event-codec.ts'
import type { FoundVoucher } from './find-voucher.ts'
import type { ProviderSettings } from './settings.ts'

interface LogAndSettings {
  readonly log: Log
  readonly settings: ProviderSettings
}

/** The verbs' own dependencies, with the current reference data of the voucher's company. */
export async function electronicDependencies(
  { log, settings }: LogAndSettings,
  { companyId, bankTransactionId }: FoundVoucher,
): Promise<ElectronicDependencies> {
  const accounts =
    bankTransactionId === null
      ? []
      : [`bankAccount-${(await findTransaction(log, companyId, bankTransactionId)).accountId}`]
  const data = await referencesOf(log, companyId, accounts)
  const { deadlineMs, cooldownMs } = settings
  return {
    log,
    repositories: voucherRepositories(log),
    integrator: httpIntegrator(addressOf(settings, data, companyId)),
    references: {
      ...ofCompany(data),
      timeZones: timeZonesIn(data),
      isPassive: (id, accountId) => data.bankAccount(id, accountId)?.active === false,
    },
    timing: { deadlineMs, cooldownMs },
    newUuid: randomUUID,
    closing: new AbortController().signal,
    logger: silentLogger,
  }
}

export async function invoiceDependencies(
  { log, settings }: LogAndSettings,
  companyId: string,
): Promise<SettlingDependencies> {
  const data = await referencesOf(log, companyId)
  return {
    log,
    repositories: invoiceRepositories(log),
    integrator: chosenInvoiceIntegrator(addressOf(settings, data, companyId), log),
    references: {
      ...ofCompany(data),
      integratorAccount: (id) =>
        invoiceAccount(data.providerAccount(id, 'integrator'), data.settings(id)),
    },
    closing: new AbortController().signal,
  }
}

const ofCompany = (data: ReferenceData) => ({
  company: data.company,
  settings: data.settings,
  timeZone: timeZoneIn(data),
  integratorAccount: (companyId: string) => data.providerAccount(companyId, 'integrator'),
})

function addressOf(
  { integratorUrl, timeoutMs }: ProviderSettings,
  data: ReferenceData,
  companyId: string,
) {
  const url = data.providerAccount(companyId, 'integrator')?.url ?? integratorUrl
  if (url === null)
    throw new CommandError('INTEGRATOR_URL must be set: the provider is asked first.')
  return { url, timeoutMs }
}

/** Folds the streams of a company, and others, that keep their last word. */
async function referencesOf(
  log: Log,
  companyId: string,
  others: readonly string[] = [],
): Promise<ReferenceData> {
  const streams = [
    `company-${companyId}`,
    `companySettings-${companyId}`,
    `providerAccount-${companyId}_integrator`,
    ...others,
  ]
  const references = noReferences()
  for (const stream of streams) {
    const read = { direction: 'backwards', maxCount: 1 } as const
    const stored = await log.eventStore.readStream(stream, read)
    for (const recorded of await decodeEvents(log.vault, decoderOf, stored))
      evolve(references, recorded)
  }
  return readReferences(references, newQuarantine())
}
