import { apiSettings } from '#kernel/platform/settings/of-services.ts'
import type { ReadSetting } from '#kernel/platform/settings/read.ts'
import { orNull } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'

export type QuerySettings = ReturnType<typeof readQuerySettings>

export const readQuerySettings = (read: ReadSetting) => ({
  ...apiSettings(read, 3002),
  /** It has no key of the vault: without this one it can believe no API key. */
  signInKey: read(settings.SIGN_IN_KEY),
  docsExamples: read(orNull(settings.DOCS_EXAMPLES)),
})
