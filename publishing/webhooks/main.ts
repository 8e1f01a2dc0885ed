import { runServiceNamed } from '#kernel/platform/process/run-service-named.ts'
import { readWebhookSettings } from './settings.ts'
import { startWebhookService } from './wiring.ts'

await runServiceNamed('webhooks', {
  readSettings: readWebhookSettings,
  start: startWebhookService,
})
