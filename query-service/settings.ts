import {
  drainMs,
  serviceSettings,
  signInSettings,
  trustedProxies,
} from '#kernel/platform/settings/of-services.ts'
import type { ReadSetting } from '#kernel/platform/settings/read.ts'
import { orNull } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'

export type QuerySettings = ReturnType<typeof readQuerySettings>

export const readQuerySettings = (read: ReadSetting) => ({
  ...serviceSettings(read, 3002),
  drainMs: drainMs(read),
  trustedProxies: trustedProxies(read),
  signIn: signInSettings(read),
  databaseUrl: read(settings.DATABASE_URL),
  destroyedKeys: read(orNull(settings.DESTROYED_KEYS)),
  databaseConnections: read(settings.DATABASE_CONNECTIONS),
  readDatabaseUrl: read(orNull(settings.READ_DATABASE_URL)) ?? read(settings.DATABASE_URL),
  readWaitMs: read(settings.READ_WAIT_MS),
})
