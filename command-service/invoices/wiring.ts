import { invoiceAccount } from '#command/provider-documents/company.ts'
import { documentTemplate } from '#command/reference-data/document-template.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { exposeGauge } from '#kernel/platform/process/gauge.ts'
import { type ServiceDependencies, timeZoneIn, timeZonesIn } from '../dependencies.ts'
import { countStuck } from '../provider-documents/count-stuck.ts'
import { startInvoiceRecovery } from './recovery.ts'
import { invoiceRepositories } from './repository.ts'
import { invoiceRoutes } from './routes.ts'
import { providerInvoices } from './stuck.ts'

const RECOVERY_GRACE_MS = 3_000

export async function composeInvoices(
  dependencies: ServiceDependencies,
): Promise<readonly Route[]> {
  const { settings, registry, onClose, log, references } = dependencies
  const { attemptDeadlineMs: deadlineMs } = settings
  const invoices = {
    log,
    repositories: invoiceRepositories(log),
    references: {
      company: references.company,
      timeZone: timeZoneIn(references),
      timeZones: timeZonesIn(references),
      settings: references.settings,
      price: references.price,
      template: (companyId: string, key: string | undefined) =>
        documentTemplate(references.templates(companyId), 'invoice', key),
      integratorAccount: (companyId: string) =>
        invoiceAccount(
          references.providerAccount(companyId, 'integrator'),
          references.settings(companyId),
        ),
    },
    customers: dependencies.customers,
    taxpayers: dependencies.taxpayers,
    integrator: dependencies.invoiceIntegrator,
    closing: dependencies.closing,
  }
  const patience = { deadlineMs, graceMs: RECOVERY_GRACE_MS }
  const recovery = await startInvoiceRecovery({ ...dependencies, invoices, patience })
  onClose('invoice recovery', () => recovery.close())
  const open = {
    name: 'sarraf_invoices_on_their_way',
    help: 'Invoices that were begun and are not finished, or whose outcome is unknown',
  }
  exposeGauge(registry, open, recovery.open)
  countStuck(registry, providerInvoices, {
    ...dependencies,
    deadlineMs,
    name: 'sarraf_stuck_invoices',
    help: 'Invoices that wait for a clear answer of the provider, or for a person',
  })
  return invoiceRoutes({ ...dependencies, invoices })
}
