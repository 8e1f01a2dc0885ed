import { runServiceNamed } from '#kernel/platform/run-service-named.ts'
import { startProjections } from './composition.ts'
import { readProjectionsSettings } from './settings.ts'

await runServiceNamed('projections', {
  readSettings: readProjectionsSettings,
  start: ({ settings, logger, onClose }) => startProjections(settings, logger, onClose),
})
