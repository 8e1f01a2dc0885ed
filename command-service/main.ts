import { runServiceNamed } from '#kernel/platform/process/run-service-named.ts'
import { startCommandService } from './app.ts'
import { readCommandSettings } from './settings.ts'

await runServiceNamed('command', {
  readSettings: readCommandSettings,
  // Calls at providers that are open get most of it; the system as a whole has ten seconds.
  closeTimeoutMs: 8_900,
  start: startCommandService,
})
