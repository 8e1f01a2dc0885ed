import type { Log } from '#command/event-sourcing/log.ts'
import type { CommandSettings } from '#command/settings.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { httpBankGateway } from './bank-gateway/http.ts'
import type { BankGateway } from './bank-gateway/port.ts'
import { httpIntegrator } from './integrator/http.ts'
import type { Integrator } from './integrator/port.ts'
import { chosenInvoiceIntegrator } from './invoice-integrator/chosen.ts'
import type { InvoiceIntegrator } from './invoice-integrator/port.ts'
import { httpKmtsRegister } from './kmts/http.ts'
import type { KmtsRegister } from './kmts/port.ts'
import { cachedTaxpayerRegistry } from './taxpayer-registry/cached.ts'
import { httpTaxpayerRegistry } from './taxpayer-registry/http.ts'
import type { TaxpayerRegistry } from './taxpayer-registry/port.ts'

/** The programs of others that commands ask. */
export interface Providers {
  readonly taxpayers: TaxpayerRegistry
  readonly integrator: Integrator
  readonly invoiceIntegrator: InvoiceIntegrator
  readonly bankGateway: BankGateway
  readonly kmtsRegister: KmtsRegister
}

const MAX_CACHED_TAXPAYERS = 100_000
const NON_TAXPAYER_CACHE_MS = 600_000

/** By HTTP, at the addresses of the settings. */
export function httpProviders(
  settings: CommandSettings,
  { log, logger }: { readonly log: Log; readonly logger: Logger },
): Providers {
  const { integratorUrl: url, integratorTimeoutMs: timeoutMs } = settings
  const { bankGatewayUrl, bankTimeoutMs, kmtsUrl, kmtsTimeoutMs } = settings
  return {
    taxpayers: taxpayerRegistry(settings, log),
    integrator: httpIntegrator({ url, timeoutMs }),
    invoiceIntegrator: chosenInvoiceIntegrator({ url, timeoutMs }, log),
    bankGateway: httpBankGateway({ url: bankGatewayUrl, timeoutMs: bankTimeoutMs, logger }),
    kmtsRegister: httpKmtsRegister({ url: kmtsUrl, timeoutMs: kmtsTimeoutMs }),
  }
}

function taxpayerRegistry(settings: CommandSettings, { vault: { destroyed } }: Log) {
  const { taxpayerRegistryUrl: url, integratorTimeoutMs: timeoutMs } = settings
  const registry = httpTaxpayerRegistry({ url, timeoutMs })
  if (settings.taxpayerCacheMs === 0) return registry
  const yesMs = settings.taxpayerCacheMs
  const noMs = Math.min(NON_TAXPAYER_CACHE_MS, yesMs)
  const limits = { yesMs, noMs, maximumEntries: MAX_CACHED_TAXPAYERS }
  return cachedTaxpayerRegistry(registry, limits, destroyed)
}
