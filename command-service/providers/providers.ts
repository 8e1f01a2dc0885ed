import type { Log } from '#command/event-sourcing/log.ts'
import type { CommandSettings } from '#command/settings.ts'
import { httpIntegrator } from './integrator/http.ts'
import type { Integrator } from './integrator/port.ts'
import { chosenInvoiceIntegrator } from './invoice-integrator/chosen.ts'
import type { InvoiceIntegrator } from './invoice-integrator/port.ts'
import { cachedTaxpayerRegistry } from './taxpayer-registry/cached.ts'
import { httpTaxpayerRegistry } from './taxpayer-registry/http.ts'
import type { TaxpayerRegistry } from './taxpayer-registry/port.ts'

/** The programs of others that documents need. */
export interface Providers {
  readonly taxpayers: TaxpayerRegistry
  readonly integrator: Integrator
  readonly invoiceIntegrator: InvoiceIntegrator
}

const MAX_CACHED_TAXPAYERS = 100_000
const NON_TAXPAYER_CACHE_MS = 600_000

/** By HTTP, at the addresses of the settings. */
export function httpProviders(settings: CommandSettings, log: Log): Providers {
  const { integratorUrl: url, integratorTimeoutMs: timeoutMs } = settings
  return {
    taxpayers: taxpayerRegistry(settings, log),
    integrator: httpIntegrator({ url, timeoutMs }),
    invoiceIntegrator: chosenInvoiceIntegrator({ url, timeoutMs }, log),
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
