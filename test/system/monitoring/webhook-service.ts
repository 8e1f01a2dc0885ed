import { onTestFinished } from 'vitest'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import { readWebhookSettings } from '#publishing/webhooks/settings.ts'
import { startWebhookService } from '#publishing/webhooks/wiring.ts'
import { freePort } from '#stack/free-port.ts'
import { startedWith } from '#test/support/started-with.ts'
import type { SystemAddresses } from '#test/support/system.ts'

/** The webhooks' process; gives its address. */
export async function webhookService(
  system: SystemAddresses,
  environment: Readonly<Record<string, string>> = {},
) {
  const port = await freePort()
  const settings = settingsFrom({
    PORT: String(port),
    DATABASE_URL: system.databases.webhooks,
    EVENTSTORE_URL: system.eventStoreUrl,
    VAULT_KEY: system.vaultKey,
    WEBHOOKS_ALLOW_PRIVATE: 'true',
    ...environment,
  })
  await startWebhookService(
    startedWith('webhooks', readWebhookSettings(settings), (_part, close) => {
      onTestFinished(async () => {
        await close()
      })
    }),
  )
  return `http://127.0.0.1:${port}`
}
