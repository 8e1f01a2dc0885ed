import { queuePerCompany } from '#kernel/platform/waiting/bounded-queue.ts'
import type { PageDependencies, PageRoute } from '../page/serving/route.ts'
import type { Site } from '../page/serving/site.ts'
import { signInRoutes } from '../page/sign-in/routes.ts'
import { signedIn } from '../page/sign-in/signed-in.ts'
import type { PageBelow, Show } from './page.ts'
import { consolePages } from './pages.ts'
import { startPage } from './start.ts'

const pages = [startPage(consolePages), ...consolePages]

export const consoleSite: Site = {
  name: 'console',
  root: '/console',
  pathOf: ({ noun, id }) =>
    noun === 'expense-voucher' || noun === 'invoice'
      ? `/console/documents/${noun}/${id}`
      : undefined,
  menu: ({ name }) => pages.map(({ path, title }) => [path, title[name]]),
}

/** The process has few connections, and auditors need some of them. */
const LIMITS = { atOnce: 3, waiting: 20 }

export function consoleRoutes(dependencies: PageDependencies): readonly PageRoute[] {
  const queue = queuePerCompany(LIMITS)
  const { recordAccess, feed } = dependencies
  const handle = (show: Show) =>
    signedIn(dependencies, async (visit) => {
      const system = await dependencies.system()
      return queue(visit.caller.companyId, () => show(visit, { system, recordAccess, feed }))
    })
  const all: readonly PageBelow[] = [...pages, ...pages.flatMap(({ below = [] }) => below)]
  return [
    ...signInRoutes(dependencies, consoleSite),
    ...all.map(({ method = 'GET', path, show }) => ({ method, path, handle: handle(show) })),
  ]
}
