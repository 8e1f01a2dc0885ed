import { createMetrics } from '#kernel/platform/process/metrics.ts'
import { runServiceNamed } from '#kernel/platform/process/run-service-named.ts'
import { readAuditPageSettings } from './settings.ts'
import { startAuditPage } from './wiring.ts'

const registry = createMetrics('audit')

await runServiceNamed('audit', {
  readSettings: readAuditPageSettings,
  start: (running) => startAuditPage({ ...running, registry, now: () => Date.now() }),
})
