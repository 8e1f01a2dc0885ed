import { createMetrics } from '#kernel/platform/process/metrics.ts'
import { runServiceNamed } from '#kernel/platform/process/run-service-named.ts'
import { startCommandService } from './app.ts'
import { readCommandSettings } from './settings.ts'

const registry = createMetrics('command')

await runServiceNamed('command', {
  readSettings: readCommandSettings,
  // Calls at providers that are open get most of it; the system as a whole has ten seconds.
  closeTimeoutMs: 8_900,
  start: (running) => startCommandService({ ...running, registry }),
})
