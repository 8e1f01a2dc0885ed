import { createMetrics } from '#kernel/platform/metrics.ts'
import { runServiceNamed } from '#kernel/platform/run-service-named.ts'
import { startAuditPage } from './composition.ts'
import { readAuditPageSettings } from './settings.ts'

const registry = createMetrics('audit')

await runServiceNamed('audit', {
  readSettings: readAuditPageSettings,
  start: (running) => startAuditPage({ ...running, registry, now: () => Date.now() }),
})
