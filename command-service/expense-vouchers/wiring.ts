import { randomUUID } from 'node:crypto'
import type { UntilReadable } from '#command/event-sourcing/named-when-shown.ts'
import { voucherStepTimes } from '#command/event-sourcing/step-times.ts'
import { documentTemplate } from '#command/reference-data/document-template.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { exposeGauge } from '#kernel/platform/process/gauge.ts'
import { type ServiceDependencies, timeZoneIn, timeZonesIn } from '../dependencies.ts'
import { countStuck } from '../provider-documents/count-stuck.ts'
import { startVoucherRecovery } from './recovery.ts'
import { type ElectronicDependencies, voucherRepositories } from './repository.ts'
import { expenseVoucherRoutes } from './routes.ts'
import { startSentChecks } from './sent-checks.ts'
import { smsLimitsIn } from './sms-limits.ts'
import { providerVouchers } from './stuck.ts'

const RECOVERY_GRACE_MS = 3_000
const CHECK_PACE_MS = 1_000

const begun = {
  name: 'sarraf_vouchers_on_their_way',
  help: 'Vouchers that were begun and are not finished',
}

export async function composeExpenseVouchers(
  dependencies: ServiceDependencies,
): Promise<readonly Route[]> {
  const { settings, logger, registry, onClose, log, references } = dependencies
  const { attemptDeadlineMs: deadlineMs } = settings
  const repositories = voucherRepositories(log)
  const timed = voucherStepTimes(registry)
  const company = {
    settings: references.settings,
    timeZone: timeZoneIn(references),
    timeZones: timeZonesIn(references),
  }
  const drafting = {
    log,
    repositories,
    references: {
      ...company,
      price: references.price,
      template: (companyId: string, key: string | undefined) =>
        documentTemplate(references.templates(companyId), 'expense', key),
    },
    customers: dependencies.customers,
    taxpayers: dependencies.taxpayers,
    timed,
  }
  const electronic = {
    log,
    repositories,
    integrator: dependencies.integrator,
    references: {
      ...company,
      company: references.company,
      integratorAccount: (companyId: string) => references.providerAccount(companyId, 'integrator'),
      isPassive: (companyId: string, accountId: string) =>
        references.bankAccount(companyId, accountId)?.active === false,
    },
    timing: { deadlineMs, cooldownMs: settings.smsCooldownMs },
    newUuid: randomUUID,
    closing: dependencies.closing,
    logger,
    smsLimits: await smsLimitsIn({ ...dependencies, vault: log.vault, ...settings.smsPerPhone }),
  }
  const patience = { deadlineMs, graceMs: RECOVERY_GRACE_MS }
  const recovery = await startVoucherRecovery({ ...dependencies, electronic, patience })
  onClose('voucher recovery', () => recovery.close())
  await checkSent(dependencies, electronic)
  exposeGauge(registry, begun, recovery.open)
  countStuck(registry, providerVouchers, {
    ...dependencies,
    deadlineMs,
    name: 'sarraf_stuck_vouchers',
    help: 'Vouchers that wait for a clear answer of the provider, or for a person',
  })
  const untilReadable: UntilReadable = (position) =>
    timed('readable', dependencies.untilReadable(position))
  return expenseVoucherRoutes({ ...dependencies, drafting, electronic, untilReadable })
}

async function checkSent(dependencies: ServiceDependencies, electronic: ElectronicDependencies) {
  const { sentChecks } = dependencies.settings
  if (sentChecks.rounds === 0) return
  const schedule = { ...sentChecks, paceMs: CHECK_PACE_MS }
  const checks = await startSentChecks({ ...dependencies, electronic, schedule })
  dependencies.onClose('checks of sent vouchers', () => checks.close())
}
