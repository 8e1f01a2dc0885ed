import { recordPath } from './pages/record-parts.ts'
import type { Site } from './serving/site.ts'

export const auditSite: Site = {
  name: 'audit',
  root: '/audit',
  menu: ({ texts: { find, browse } }) => [
    ['/audit', find.submit],
    ['/audit/records', browse.month],
    ['/audit/events', browse.everything.title],
    ['/audit/accesses', browse.accesses.title],
  ],
  pathOf: recordPath,
}
