import { followerSettings } from '#kernel/platform/settings/of-services.ts'
import type { ReadSetting } from '#kernel/platform/settings/read.ts'
import { settings } from '#kernel/platform/settings/settings.ts'

export type WebhookSettings = ReturnType<typeof readWebhookSettings>

export const readWebhookSettings = (read: ReadSetting) => ({
  ...followerSettings(read, 3006),
  allowPrivate: read(settings.WEBHOOKS_ALLOW_PRIVATE),
})
