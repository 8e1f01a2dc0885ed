import { runServiceNamed } from '#kernel/platform/run-service-named.ts'
import { startKafkaFeed } from './composition.ts'
import { readFeedSettings } from './settings.ts'

await runServiceNamed('feed', {
  readSettings: readFeedSettings,
  start: ({ settings, logger, onClose }) => startKafkaFeed(settings, logger, onClose),
})
