import { apiSettings, attemptDeadlineSeconds } from '#kernel/platform/settings/of-services.ts'
import type { ReadSetting } from '#kernel/platform/settings/read.ts'
import { orNull } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'

export type CommandSettings = ReturnType<typeof readCommandSettings>

export const readCommandSettings = (read: ReadSetting) => ({
  ...apiSettings(read, 3001),
  eventStoreUrl: read(settings.EVENTSTORE_URL),
  eventStoreTimeoutMs: read(settings.EVENTSTORE_TIMEOUT_MS),
  vaultKey: read(settings.VAULT_KEY),
  /** Of pages whose forms this service takes. */
  pageHosts: read(orNull(settings.AUDIT_HOSTS)) ?? [],
  lastEvent: read(orNull(settings.LAST_EVENT)),
  integratorUrl: read(settings.INTEGRATOR_URL),
  kmtsUrl: read(settings.KMTS_URL),
  bankGatewayUrl: read(settings.BANK_GATEWAY_URL),
  taxpayerRegistryUrl: read(settings.TAXPAYER_REGISTRY_URL),
  integratorTimeoutMs: read(settings.INTEGRATOR_TIMEOUT_MS),
  kmtsTimeoutMs: read(settings.KMTS_TIMEOUT_MS),
  bankTimeoutMs: read(settings.BANK_TIMEOUT_MS),
  taxpayerCacheMs: 1_000 * read(settings.TAXPAYER_CACHE_SECONDS),
  sanctionSources: read(orNull(settings.SANCTION_SOURCES)) ?? [],
  smsCooldownMs: 1_000 * read(settings.SMS_COOLDOWN_SECONDS),
  smsPerPhone: {
    perHour: read(settings.SMS_PER_PHONE_HOUR),
    perDay: read(settings.SMS_PER_PHONE_DAY),
  },
  sentChecks: {
    intervalMs: 1_000 * read(settings.SENT_CHECK_SECONDS),
    rounds: read(settings.SENT_CHECKS),
  },
  attemptDeadlineMs: 1_000 * attemptDeadlineSeconds(read),
})
