import { evidenceRoutes } from './evidence/routes.ts'
import { browseRoutes } from './pages/browse-routes.ts'
import { findRoutes } from './pages/find-routes.ts'
import { recordRoutes } from './pages/record-routes.ts'
import type { PageDependencies, PageRoute } from './serving/route.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { auditSite } from './site.ts'
import { verificationRoutes } from './verification/routes.ts'

export const auditRoutes = (dependencies: PageDependencies): readonly PageRoute[] => [
  ...signInRoutes(dependencies, auditSite),
  ...findRoutes(dependencies),
  ...browseRoutes(dependencies),
  ...recordRoutes(dependencies),
  ...verificationRoutes(dependencies),
  ...evidenceRoutes(dependencies),
]
