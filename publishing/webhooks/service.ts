import type { Service } from '#kernel/platform/process/lifecycle.ts'
import { type Surroundings, serviceNamed } from '#kernel/platform/process/run-service-named.ts'
import { readWebhookSettings } from './settings.ts'
import { startWebhookService } from './wiring.ts'

export const webhookService = (surroundings: Surroundings): Service =>
  serviceNamed(
    'webhooks',
    { readSettings: readWebhookSettings, start: startWebhookService },
    surroundings,
  )
