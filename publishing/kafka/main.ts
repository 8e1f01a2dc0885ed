import { runServiceNamed } from '#kernel/platform/process/run-service-named.ts'
import { readFeedSettings } from './settings.ts'
import { startKafkaFeed } from './wiring.ts'

await runServiceNamed('feed', {
  readSettings: readFeedSettings,
  start: startKafkaFeed,
})
