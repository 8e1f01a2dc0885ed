import type { Service } from '#kernel/platform/process/lifecycle.ts'
import { type Surroundings, serviceNamed } from '#kernel/platform/process/run-service-named.ts'
import { readAuditPageSettings } from './settings.ts'
import { startAuditPage } from './wiring.ts'

export const auditPageService = (surroundings: Surroundings): Service =>
  serviceNamed(
    'audit',
    {
      readSettings: readAuditPageSettings,
      start: (running) => startAuditPage({ ...running, now: () => Date.now() }),
    },
    surroundings,
  )
