import { randomUUID } from 'node:crypto'
import { httpBankGateway } from '#command/providers/bank-gateway/http.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import type { ServiceDependencies } from '../dependencies.ts'
import { leasesIn } from '../event-sourcing/leases.ts'
import { bankQuerying, bankQueryRepository } from './query.ts'
import { bankQueryRoutes } from './routes.ts'

/** How long an account stays locked when the process that queried it has died. */
const LEASE_MS = 15_000

export async function composeBankQueries(
  dependencies: ServiceDependencies,
): Promise<readonly Route[]> {
  const { settings, logger, pool, log, references, closing } = dependencies
  const { bankGatewayUrl: url, bankTimeoutMs: timeoutMs } = settings
  const querying = bankQuerying({
    log,
    logger,
    repository: bankQueryRepository(log),
    gateway: httpBankGateway({ url, timeoutMs }),
    newId: randomUUID,
    leases: await leasesIn(pool, { logger, leaseMs: LEASE_MS }),
    loginOf: (companyId) => references.providerAccount(companyId, 'bank'),
    signal: closing,
  })
  return bankQueryRoutes({ ...dependencies, querying, now: log.now })
}
