import type { ReadSetting } from '#kernel/platform/settings/read.ts'
import { serviceSettings, settings } from '#kernel/platform/settings/settings.ts'

export type QueryConfig = ReturnType<typeof readQueryConfig>

export const readQueryConfig = (read: ReadSetting) => ({
  ...serviceSettings(read, 3002),
  databaseUrl: read(settings.DATABASE_URL),
  readWaitMs: read(settings.READ_WAIT_MS),
})
