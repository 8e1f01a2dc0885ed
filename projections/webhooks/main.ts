import { runServiceNamed } from '#kernel/platform/run-service-named.ts'
import { startWebhookService } from './composition.ts'
import { readWebhookSettings } from './settings.ts'

await runServiceNamed('webhooks', {
  readSettings: readWebhookSettings,
  start: ({ settings, logger, onClose }) => startWebhookService(settings, logger, onClose),
})
