import { companyRecordsIn } from '#command/providers/company-records/read-model.ts'
import { recordedCustomersIn } from '#command/providers/customers/recorded.ts'
import type { SanctionLists } from '#command/providers/sanction-lists/port.ts'
import { THRESHOLD } from '#kernel/domain/screening/name-score.ts'
import { Unavailable } from '#kernel/domain/unavailable.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { answerWithin } from '#kernel/platform/waiting/timing.ts'
import type { ServiceDependencies } from '../dependencies.ts'
import { sanctionChecking } from './check.ts'
import { type FollowedLists, followSanctionLists } from './lists-in-use.ts'
import { sanctionCheckRoutes } from './routes.ts'

/** A request that arrives before the lists are loaded waits; without them a check would find no match. */
const LOADING_PATIENCE_MS = 10_000
const RETRY_AFTER_SECONDS = 2

interface SanctionChecks {
  readonly routes: readonly Route[]
  readonly lists: FollowedLists
}

export function composeSanctionChecks(
  dependencies: ServiceDependencies,
  lists: SanctionLists,
): SanctionChecks {
  const { log, pool, logger, onClose } = dependencies
  const followed = followSanctionLists({ eventStore: log.eventStore, lists, pool, logger })
  onClose('sanction lists', () => followed.close())
  const checking = sanctionChecking({
    log,
    lists,
    records: companyRecordsIn(dependencies.readModels, recordedCustomersIn(log)),
    thresholdOf: (companyId) => dependencies.references.screeningThreshold(companyId) ?? THRESHOLD,
    inUse: async () => {
      await answerWithin(LOADING_PATIENCE_MS, followed.caughtUp).catch((cause: unknown) => {
        throw new Unavailable('the sanction lists are not loaded', RETRY_AFTER_SECONDS, { cause })
      })
      return followed.now()
    },
  })
  return {
    routes: sanctionCheckRoutes({ ...dependencies, checking }),
    lists: followed,
  }
}
