import { runServiceNamed } from '#kernel/platform/process/run-service-named.ts'
import { readAuditPageSettings } from './settings.ts'
import { startAuditPage } from './wiring.ts'

await runServiceNamed('audit', {
  readSettings: readAuditPageSettings,
  start: (running) => startAuditPage({ ...running, now: () => Date.now() }),
})
