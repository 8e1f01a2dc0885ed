import { evidenceRoutes } from './evidence/routes.ts'
import { findRoutes } from './pages/find-routes.ts'
import { recordRoutes } from './pages/record-routes.ts'
import type { AuditParts, AuditRoute } from './serving/route.ts'
import { signInRoutes } from './sign-in/routes.ts'

export const auditRoutes = (parts: AuditParts): readonly AuditRoute[] => [
  ...signInRoutes(parts),
  ...findRoutes(parts),
  ...recordRoutes(parts),
  ...evidenceRoutes(parts),
]
