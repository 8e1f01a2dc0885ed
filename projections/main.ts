import { runServiceNamed } from '#kernel/platform/process/run-service-named.ts'
import { readProjectionsSettings } from './settings.ts'
import { startProjections } from './wiring.ts'

await runServiceNamed('projections', {
  readSettings: readProjectionsSettings,
  start: startProjections,
})
