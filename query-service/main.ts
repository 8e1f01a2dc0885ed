import { createMetrics } from '#kernel/platform/process/metrics.ts'
import { runServiceNamed } from '#kernel/platform/process/run-service-named.ts'
import { readQuerySettings } from './settings.ts'
import { startQueryService } from './wiring.ts'

const registry = createMetrics('query')

await runServiceNamed('query', {
  readSettings: readQuerySettings,
  start: (running) => startQueryService({ ...running, registry }),
})
