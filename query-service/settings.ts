import { apiSettings } from '#kernel/platform/settings/of-services.ts'
import type { ReadSetting } from '#kernel/platform/settings/read.ts'

export type QuerySettings = ReturnType<typeof readQuerySettings>

export const readQuerySettings = (read: ReadSetting) => apiSettings(read, 3002)
