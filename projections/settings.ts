import type { ReadSetting } from '#kernel/platform/settings/read.ts'
import { orNull } from '#kernel/platform/settings/setting.ts'
import { serviceSettings, settings } from '#kernel/platform/settings/settings.ts'

export type ProjectionsSettings = ReturnType<typeof readProjectionsSettings>

export const readProjectionsSettings = (read: ReadSetting) => ({
  ...serviceSettings(read, 3003),
  databaseUrl: read(settings.DATABASE_URL),
  eventStoreUrl: read(settings.EVENTSTORE_URL),
  vaultKey: read(settings.VAULT_KEY),
  notaryKey: read(orNull(settings.NOTARY_KEY)),
  notaryIntervalSeconds: read(settings.NOTARY_INTERVAL_SECONDS),
})
