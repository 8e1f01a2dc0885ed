import { runServiceNamed } from '#kernel/platform/process/run-service-named.ts'
import { readQuerySettings } from './settings.ts'
import { startQueryService } from './wiring.ts'

await runServiceNamed('query', { readSettings: readQuerySettings, start: startQueryService })
