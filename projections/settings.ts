import { followerSettings } from '#kernel/platform/settings/of-services.ts'
import type { ReadSetting } from '#kernel/platform/settings/read.ts'
import { orNull } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'

export type ProjectionsSettings = ReturnType<typeof readProjectionsSettings>

export const readProjectionsSettings = (read: ReadSetting) => ({
  ...followerSettings(read, 3003),
  notary: notarySettings(read),
})

/** Null without a key: then nothing is signed. */
function notarySettings(read: ReadSetting) {
  const key = read(orNull(settings.NOTARY_KEY))
  if (key === null) return null
  return {
    key,
    witness: read(settings.NOTARY_WITNESS),
    intervalSeconds: read(settings.NOTARY_INTERVAL_SECONDS),
  }
}
