import { Gauge, type Registry } from 'prom-client'
import { httpInvoiceIntegrator } from '#command/providers/invoice-integrator/http.ts'
import { invoiceTemplate } from '#command/reference-data/invoice-template.ts'
import type { ReferenceData } from '#command/reference-data/reference-data.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { type Foundation, timeZoneIn } from '../dependencies.ts'
import { invoicesOf } from './issuing/invoices.ts'
import type { InvoiceReferences } from './issuing/parts.ts'
import { invoiceRepositories } from './issuing/repositories.ts'
import { startInvoiceRecovery } from './recovery/recovery.ts'
import { invoiceRoutes } from './routes.ts'

const RECOVERY_GRACE_MS = 3_000

export async function composeInvoices(foundation: Foundation): Promise<readonly Route[]> {
  const { config, logger, registry, onClose, pool, log, references } = foundation
  const { integratorTimeoutMs: timeoutMs, attemptDeadlineMs: deadlineMs } = config
  const invoices = {
    log,
    repositories: invoiceRepositories(log),
    references: invoiceReferences(references),
    customers: foundation.customers,
    taxpayers: foundation.taxpayers,
    integrator: httpInvoiceIntegrator({ url: config.integratorUrl, timeoutMs }),
    deadlineMs,
    closing: foundation.closing,
    logger,
  }
  const patience = { deadlineMs, graceMs: RECOVERY_GRACE_MS }
  const recovery = await startInvoiceRecovery({ log, pool, invoices, patience, logger })
  onClose('invoice recovery', () => recovery.close())
  measure(registry, recovery.open)
  return invoiceRoutes({ ...foundation, invoices: invoicesOf(invoices) })
}

const invoiceReferences = (data: ReferenceData): InvoiceReferences => ({
  company: data.company,
  timeZone: timeZoneIn(data),
  settings: data.settings,
  price: (companyId, material) => data.price(companyId, material)?.price,
  invoiceTemplate: (companyId, key) => invoiceTemplate(data.templates(companyId), key),
  integratorAccount: (companyId) => data.providerAccount(companyId, 'integrator'),
})

function measure(registry: Registry, open: () => number) {
  const gauge = new Gauge({
    name: 'sarraf_invoices_on_their_way',
    help: 'Invoices whose issuing has begun and is not finished, or whose outcome is unknown',
    registers: [],
    collect() {
      this.set(open())
    },
  })
  registry.registerMetric(gauge)
}
