import { Gauge, type Registry } from 'prom-client'
import { httpIntegrator } from '#command/providers/integrator/http.ts'
import { expenseTemplate } from '#command/reference-data/expense-template.ts'
import type { ReferenceData } from '#command/reference-data/reference-data.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { type Foundation, timeZoneIn } from '../dependencies.ts'
import { electronicVouchers } from './electronic/electronic-vouchers.ts'
import type { ElectronicReferences } from './electronic/parts.ts'
import { electronicVoucherRoutes } from './electronic-routes.ts'
import type { VoucherReferences } from './issuing/facts.ts'
import { voucherIssuing } from './issuing/issuing.ts'
import { voucherRepositories } from './issuing/repositories.ts'
import { startVoucherRecovery } from './recovery/recovery.ts'
import { expenseVoucherRoutes } from './routes.ts'

const RECOVERY_GRACE_MS = 3_000

export async function composeExpenseVouchers(foundation: Foundation): Promise<readonly Route[]> {
  const { config, logger, registry, onClose, pool, log, references } = foundation
  const { integratorTimeoutMs: timeoutMs, attemptDeadlineMs: deadlineMs } = config
  const repositories = voucherRepositories(log)
  const issuing = voucherIssuing({
    log,
    repositories,
    references: voucherReferences(references),
    customers: foundation.customers,
    taxpayers: foundation.taxpayers,
  })
  const electronic = {
    log,
    repositories,
    integrator: httpIntegrator({ url: config.integratorUrl, timeoutMs }),
    references: electronicReferences(references),
    timing: { deadlineMs, cooldownMs: config.smsCooldownMs },
    closing: foundation.closing,
    logger,
  }
  const patience = { deadlineMs, graceMs: RECOVERY_GRACE_MS }
  const recovery = await startVoucherRecovery({ log, pool, electronic, patience, logger })
  onClose('voucher recovery', () => recovery.close())
  measure(registry, recovery.open)
  return [
    ...expenseVoucherRoutes({ ...foundation, issuing }),
    ...electronicVoucherRoutes({ ...foundation, electronic: electronicVouchers(electronic) }),
  ]
}

const voucherReferences = (data: ReferenceData): VoucherReferences => ({
  timeZone: timeZoneIn(data),
  settings: data.settings,
  price: (companyId, material) => data.price(companyId, material)?.price,
  expenseTemplate: (companyId, key) => expenseTemplate(data.templates(companyId), key),
})

const electronicReferences = (data: ReferenceData): ElectronicReferences => ({
  timeZone: timeZoneIn(data),
  facts: (companyId) => ({ company: data.company(companyId), settings: data.settings(companyId) }),
  integratorAccount: (companyId) => data.providerAccount(companyId, 'integrator'),
  isPassive: (companyId, accountId) => data.bankAccount(companyId, accountId)?.active === false,
})

function measure(registry: Registry, open: () => number) {
  const gauge = new Gauge({
    name: 'sarraf_vouchers_on_their_way',
    help: 'Vouchers whose issuing has begun and is not finished',
    registers: [],
    collect() {
      this.set(open())
    },
  })
  registry.registerMetric(gauge)
}
