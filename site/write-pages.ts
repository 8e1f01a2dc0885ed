import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { factsPage } from '../operator/facts/page.ts'
import { importPage } from '../operator/import/documentation/page.ts'
import { asyncApi } from '../publishing/kafka/documents/asyncapi.ts'
import { json } from '../publishing/kafka/documents/documents.ts'
import { eventsPage } from '../publishing/kafka/documents/page.ts'
import { exportPage } from '../query-service/export/documentation.ts'
import { settingsPage } from '../shared-kernel/platform/settings/settings-page.ts'
import { page as clientsPage } from '../test/client/languages-page.ts'
import { errorsPage } from './errors-page.ts'

// The pages that follow from the code alone; git ignores them.
const project = join(import.meta.dirname, '..')
const pages = {
  'clients.md': clientsPage(),
  'errors.md': errorsPage(),
  'events.md': `${eventsPage(join(project, 'test/system/golden/events'))}\n`,
  'export.md': exportPage(),
  'facts.md': factsPage(),
  'import.md': importPage(),
  'settings.md': settingsPage(),
  'asyncapi.json': json(asyncApi()),
}
for (const [name, text] of Object.entries(pages)) writeFileSync(join(project, 'docs', name), text)
