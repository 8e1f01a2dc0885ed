import { randomUUID } from 'node:crypto'
import type { Registry } from 'prom-client'
import type { ReadModels } from '#command/read-models.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { exposeLabelled } from '#kernel/platform/process/gauge.ts'
import { type ServiceDependencies, timeZoneIn } from '../dependencies.ts'
import { leasesIn } from '../event-sourcing/leases.ts'
import { bankQueryRepository } from './bank-query-repository.ts'
import { bankQuerying } from './query.ts'
import { bankQueryRoutes } from './routes.ts'
import { countOpen } from './set-aside-table.ts'

/** How long an account stays locked when the process that queried it has died. */
const LEASE_MS = 15_000

export async function composeBankQueries(
  dependencies: ServiceDependencies,
): Promise<readonly Route[]> {
  const { logger, registry, pool, readModels, log, references, closing } = dependencies
  exposeSetAside(registry, readModels)
  const querying = bankQuerying({
    log,
    logger,
    repository: bankQueryRepository(log),
    gateway: dependencies.bankGateway,
    newId: randomUUID,
    leases: await leasesIn(pool, { logger, leaseMs: LEASE_MS }),
    loginOf: (companyId) => references.providerAccount(companyId, 'bank'),
    timeZoneOf: timeZoneIn(references),
    signal: closing,
  })
  return bankQueryRoutes({ ...dependencies, querying, now: log.now })
}

const reasons = ['unreadable', 'contradicts'] as const

/** How many bookings `operator -- bank set-aside list` lists, as a metric. */
function exposeSetAside(registry: Registry, readModels: ReadModels): void {
  const metric = {
    name: 'sarraf_bank_bookings_set_aside',
    help: 'Bookings of banks that wait for a person, by why they were set aside; NaN when they cannot be counted',
    labelNames: ['reason'] as const,
  }
  exposeLabelled(registry, metric, async () => {
    const counted = await countOpen(readModels).catch(() => undefined)
    return reasons.map((reason) => {
      const count = counted?.find((row) => row.reason === reason)?.count ?? 0
      return [{ reason }, counted === undefined ? Number.NaN : Number(count)]
    })
  })
}
