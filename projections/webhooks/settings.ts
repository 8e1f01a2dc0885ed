import { serviceSettings } from '#kernel/platform/settings/of-services.ts'
import type { ReadSetting } from '#kernel/platform/settings/read.ts'
import { orNull } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'

export type WebhookSettings = ReturnType<typeof readWebhookSettings>

export const readWebhookSettings = (read: ReadSetting) => ({
  ...serviceSettings(read, 3006),
  databaseUrl: read(settings.DATABASE_URL),
  destroyedKeys: read(orNull(settings.DESTROYED_KEYS)),
  eventStoreUrl: read(settings.EVENTSTORE_URL),
  vaultKey: read(settings.VAULT_KEY),
  allowPrivate: read(settings.WEBHOOKS_ALLOW_PRIVATE),
})
