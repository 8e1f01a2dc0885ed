import { Kysely } from 'kysely'
import { exposeCertificates } from '#kernel/platform/checks/certificates.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { preparedReads } from '#kernel/platform/database/prepared-reads.ts'
import { authentication } from '#kernel/platform/http/authentication.ts'
import { signInLimits } from '#kernel/platform/http/sign-in-limits.ts'
import { watchLog } from '#kernel/platform/log-chain/log-watch.ts'
import type { RunningService } from '#kernel/platform/process/run-service-named.ts'
import { serveMetricsApart } from '#kernel/platform/process/serve-health.ts'
import {
  exposeReplica,
  followReads,
  replicaWarnings,
} from '#kernel/platform/read-progress/where-reads-go.ts'
import { READ_MODEL } from '#kernel/records/read-model.ts'
import type { ReadDatabase } from '#projections/database.ts'
import { apiKeysInTables } from '#projections/find-api-key.ts'
import { queryService } from './app.ts'
import { rememberedKeys } from './authentication/api-keys.ts'
import { handedOverMacs } from './authentication/handed-over.ts'
import { companyRows } from './listing/company-rows.ts'
import { forPlansMadeOnce, forShortReads } from './listing/connections.ts'
import { missingForSignIns, missingIn, missingOfLog, unlessSetBack } from './readiness.ts'
import type { QuerySettings } from './settings.ts'

const MAX_SIGN_IN_CONNECTIONS = 3
const STATEMENT_TIMEOUT_MS = 20_000

/** Starts the query service with its dependencies, in order. */
export async function startQueryService(run: RunningService<QuerySettings>) {
  const { settings, logger, registry, onClose, ending } = run
  const { host, port, metricsPort, readWaitMs } = settings
  const { databaseUrl, readDatabaseUrl } = settings
  exposeCertificates(registry, [readDatabaseUrl])
  const atReplica = readsAt(readDatabaseUrl, run)
  const atPrimary = readDatabaseUrl === databaseUrl ? atReplica : readsAt(databaseUrl, run)
  const signInPool = openPool(databaseUrl, {
    logger,
    max: MAX_SIGN_IN_CONNECTIONS,
    name: 'sarraf-query-sign-in',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  })
  onClose('sign-in database', () => signInPool.end())
  // Not at a replica, which may show an ended key for a while.
  const keys = new Kysely<ReadDatabase>({ dialect: preparedReads(signInPool) })
  const watch = watchLog({ pool: signInPool, witness: settings.witness, logger })
  onClose('comparison with the witness', watch.close)
  const macs = handedOverMacs(signInPool, settings.signInKey)
  const progress = followReads(settings, { schema: READ_MODEL, logger })
  onClose('read progress', () => progress.close())
  exposeReplica(registry, progress)
  const reads = () => (progress.isReplicaBehind() ? atPrimary : atReplica)

  const server = queryService({
    logger,
    trustedProxies: settings.trustedProxies,
    ratePerKey: settings.ratePerKey,
    authenticate: authentication({
      findKey: unlessSetBack(
        rememberedKeys(apiKeysInTables({ database: keys, rowMac: macs.known, logger })),
        watch,
      ),
      limits: signInLimits({ pool: signInPool, logger, ...settings.signIn }),
      hashKey: settings.signIn.hashKey,
      logger,
      now: () => Date.now(),
    }),
    registry,
    hasMetricsPort: metricsPort !== null,
    ending,
    missing: async () => [
      ...missingOfLog(watch),
      ...(await missingIn(reads().pool, logger)),
      ...(readDatabaseUrl === databaseUrl ? [] : await missingForSignIns(signInPool, logger)),
      ...(await macs.missing()),
    ],
    waitUntilRead: (position) => progress.waitFor(position, readWaitMs),
    warnings: () => replicaWarnings(progress),
    rowsOf: (caller) => reads().rowsOf(caller),
    docsExamples: settings.docsExamples,
  })
  await server.listen({ host, port })
  onClose('HTTP server', () => server.close())
  await watch.compared
  await serveMetricsApart(run)
}

/** Of the connections that are left for reads, half are for statements that are planned once. */
function readsAt(url: string, { settings, logger, onClose }: RunningService<QuerySettings>) {
  const maxReads = settings.databaseConnections - MAX_SIGN_IN_CONNECTIONS
  const maxPlannedOnce = Math.floor(maxReads / 2)
  const options = { logger, name: 'sarraf-query', statementTimeoutMs: STATEMENT_TIMEOUT_MS }
  const max = maxReads - maxPlannedOnce
  const pool = openPool(url, { ...options, session: forShortReads, max })
  const plannedOnce = openPool(url, {
    ...options,
    session: forPlansMadeOnce,
    max: maxPlannedOnce,
  })
  onClose('database', () => Promise.all([pool.end(), plannedOnce.end()]))
  const database = new Kysely<ReadDatabase>({ dialect: preparedReads(pool) })
  const madeOnce = new Kysely<ReadDatabase>({ dialect: preparedReads(plannedOnce) })
  return { pool, rowsOf: companyRows(database, madeOnce) }
}
