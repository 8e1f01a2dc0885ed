import { OperatorError } from '#command/event-sourcing/operator-error.ts'
import type { Tools } from '#command/provider-documents/document-kind.ts'
import { referencesOf, timeZoneIn } from '#command/provider-documents/references.ts'
import { httpInvoiceIntegrator } from '#command/providers/invoice-integrator/http.ts'
import type { SettlingParts } from '../issuing/parts.ts'
import { invoiceRepositories } from '../issuing/repositories.ts'

/** The processes' own parts, knowing of the company what its invoices depend on, as the log has it. */
export async function invoiceParts(
  { log, settings }: Tools,
  companyId: string,
): Promise<SettlingParts> {
  const references = await referencesOf(log, companyId)
  const { integratorUrl, timeoutMs } = settings
  const url = references.providerAccount(companyId, 'integrator')?.url ?? integratorUrl
  if (url === null) throw new OperatorError('INTEGRATOR_URL must be set: who else can be asked?')
  return {
    log,
    repositories: invoiceRepositories(log),
    integrator: httpInvoiceIntegrator({ url, timeoutMs }),
    references: {
      company: references.company,
      settings: references.settings,
      timeZone: timeZoneIn(references),
      integratorAccount: (company) => references.providerAccount(company, 'integrator'),
    },
    closing: new AbortController().signal,
  }
}
