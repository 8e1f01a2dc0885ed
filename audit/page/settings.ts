import {
  followerSettings,
  signInSettings,
  trustedProxies,
} from '#kernel/platform/settings/of-services.ts'
import type { ReadSetting } from '#kernel/platform/settings/read.ts'
import { orNull } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'

export type AuditPageSettings = ReturnType<typeof readAuditPageSettings>

export const readAuditPageSettings = (read: ReadSetting) => ({
  ...followerSettings(read, 3004),
  trustedProxies: trustedProxies(read),
  hosts: read(orNull(settings.AUDIT_HOSTS)) ?? [],
  signIn: signInSettings(read),
  feedUrl: read(orNull(settings.FEED_URL)),
})
