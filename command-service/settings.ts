import {
  attemptDeadlineSeconds,
  drainMs,
  serviceSettings,
  signInSettings,
  trustedProxies,
} from '#kernel/platform/settings/of-services.ts'
import type { ReadSetting } from '#kernel/platform/settings/read.ts'
import { orNull } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'

export type CommandSettings = ReturnType<typeof readCommandSettings>

export const readCommandSettings = (read: ReadSetting) => ({
  ...serviceSettings(read, 3001),
  drainMs: drainMs(read),
  trustedProxies: trustedProxies(read),
  signIn: signInSettings(read),
  databaseUrl: read(settings.DATABASE_URL),
  destroyedKeys: read(orNull(settings.DESTROYED_KEYS)),
  databaseConnections: read(settings.DATABASE_CONNECTIONS),
  readDatabaseUrl: read(orNull(settings.READ_DATABASE_URL)) ?? read(settings.DATABASE_URL),
  eventStoreUrl: read(settings.EVENTSTORE_URL),
  eventStoreTimeoutMs: read(settings.EVENTSTORE_TIMEOUT_MS),
  vaultKey: read(settings.VAULT_KEY),
  integratorUrl: read(settings.INTEGRATOR_URL),
  kmtsUrl: read(settings.KMTS_URL),
  bankGatewayUrl: read(settings.BANK_GATEWAY_URL),
  taxpayerRegistryUrl: read(settings.TAXPAYER_REGISTRY_URL),
  integratorTimeoutMs: read(settings.INTEGRATOR_TIMEOUT_MS),
  kmtsTimeoutMs: read(settings.KMTS_TIMEOUT_MS),
  bankTimeoutMs: read(settings.BANK_TIMEOUT_MS),
  taxpayerCacheMs: 1_000 * read(settings.TAXPAYER_CACHE_SECONDS),
  readWaitMs: read(settings.READ_WAIT_MS),
  smsCooldownMs: 1_000 * read(settings.SMS_COOLDOWN_SECONDS),
  attemptDeadlineMs: 1_000 * attemptDeadlineSeconds(read),
})
