import { drainMs, serviceSettings, trustedProxies } from '#kernel/platform/settings/of-services.ts'
import type { ReadSetting } from '#kernel/platform/settings/read.ts'
import { orNull } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'

export type GatewaySettings = ReturnType<typeof readGatewaySettings>

export const readGatewaySettings = (read: ReadSetting) => ({
  ...serviceSettings(read, 8080),
  drainMs: drainMs(read),
  trustedProxies: trustedProxies(read),
  saysReasons: read(settings.HEALTH_REASONS),
  services: {
    command: read(settings.COMMAND_URL),
    query: read(settings.QUERY_URL),
    projections: read(settings.PROJECTIONS_URL),
  },
  /** Their metrics are shown; nothing waits for them. */
  audit: read(orNull(settings.AUDIT_URL)),
  feed: read(orNull(settings.FEED_URL)),
  webhooks: read(orNull(settings.WEBHOOKS_URL)),
})
