import { openPool } from '#kernel/platform/database/postgres.ts'
import { authentication, type FindApiKey } from '#kernel/platform/http/authentication.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { type RunningRequests, runningRequests } from '#kernel/platform/http/running-requests.ts'
import { httpServer } from '#kernel/platform/http/server.ts'
import { signInLimits } from '#kernel/platform/http/sign-in-limits.ts'
import { openFollowedLog } from '#kernel/platform/log-chain/open-followed-log.ts'
import { exposeGauge } from '#kernel/platform/process/gauge.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { RunningService } from '#kernel/platform/process/run-service-named.ts'
import { serveMetricsApart } from '#kernel/platform/process/serve-health.ts'
import {
  type FollowedKeys,
  openFollowedVault,
} from '#kernel/platform/vault/follow-destroyed-keys.ts'
import { handOverRowMacs } from '#kernel/platform/vault/row-macs.ts'
import { composeBankQueries } from './bank-queries/wiring.ts'
import { clockWarnings, exposeClockOffsets } from './clocks.ts'
import { consoleForms } from './console-forms.ts'
import { composeCustomers } from './customer-forms/wiring.ts'
import type { ServiceDependencies } from './dependencies.ts'
import { type Idempotency, idempotencyIn } from './event-sourcing/idempotency.ts'
import { keepLastEvent, keptOutside } from './event-sourcing/last-event.ts'
import type { UntilReadable } from './event-sourcing/named-when-shown.ts'
import { requestsInDoubt } from './event-sourcing/requests-in-doubt.ts'
import { joinRunningProcesses } from './event-sourcing/running-processes.ts'
import { composeExpenseVouchers } from './expense-vouchers/wiring.ts'
import { composeInvoices } from './invoices/wiring.ts'
import { composeKmts } from './kmts-verifications/wiring.ts'
import { exposeProviderCalls } from './providers/call-metrics.ts'
import { customersIn } from './providers/customers/accounts.ts'
import { recordedCustomersIn } from './providers/customers/recorded.ts'
import { httpProviders } from './providers/providers.ts'
import { sanctionListsIn } from './providers/sanction-lists/in-vault.ts'
import { followReadModels, readModelsIn } from './read-models.ts'
import { confirmedLog, missingOf, whenKnown } from './readiness.ts'
import { type FollowedReferenceData, followReferenceData } from './reference-data/follow.ts'
import { RecordUnread } from './reference-data/quarantine.ts'
import type { FollowedLists } from './sanction-checks/lists-in-use.ts'
import { composeSanctionChecks } from './sanction-checks/wiring.ts'
import { exposeLists } from './sanction-lists/sources/list-metrics.ts'
import { scheduleUpdates } from './sanction-lists/sources/scheduled-updates.ts'
import { sourceStatesIn } from './sanction-lists/sources/source-states.ts'
import type { CommandSettings } from './settings.ts'
import { closeAndAbort, REQUESTS_END_AFTER_MS } from './stopping.ts'

const connections = { name: 'sarraf-command', statementTimeoutMs: 10_000 }
const damagedStreams = {
  name: 'sarraf_damaged_streams',
  help: 'Streams that this process needed, and that were deleted, cut or tombstoned',
}
const HOUR_MS = 60 * 60 * 1000

/** Wires the command service, in the order in which its parts start. */
export async function startCommandService(run: RunningService<CommandSettings>) {
  const { settings, logger, registry, onClose } = run
  const { databaseUrl, databaseConnections: max, attemptDeadlineMs } = settings
  const pool = openPool(databaseUrl, { logger, max, ...connections })
  onClose('database', () => pool.end())
  const { lastEvent: file, vaultKey } = settings
  const { places: outside, lastKey } = await keptOutside(file)
  const opening = { pool, vaultKey, lastKey, logger, onClose }
  const { vault, followed } = await openFollowedVault(opening)
  await handOverRowMacs(pool, settings.signIn.sharedKey, vault.rowMacSecret)
  const { eventStoreTimeoutMs: resolveWithinMs } = settings
  const connecting = { resolveWithinMs, writes: true, reports: true }
  const eventStore = await openFollowedLog({ ...run, ...connecting, pool, vault })
  const running = runningRequests()
  const processes = await joinRunningProcesses({ pool, logger, requests: running })
  onClose('heartbeat', () => processes.close())
  const log = { eventStore, vault, now: processes.now }

  const closing = new AbortController()
  const { signal } = closing
  const ownLog = confirmedLog(pool, eventStore, { logger, outside, signal })
  const keeping = keepLastEvent({ file, eventStore, vault, ownLog, search: signal, logger })
  onClose('last event', keeping.close)
  onClose('confirmation of the log', () => closing.abort())
  const references = followReferenceData({ eventStore, vault, pool, logger })
  onClose('reference data', () => references.close())
  const progress = followReadModels(settings, logger)
  onClose('read progress', () => progress.close())

  const readModels = readModelsIn(pool)
  const untilReadable = untilShown(progress, settings)
  const idempotency = idempotencyIn({
    pool,
    vault,
    logger,
    holder: processes.id,
    leaseMs: attemptDeadlineMs,
    inDoubt: await requestsInDoubt({ pool, logger }),
    untilReadable,
  })
  onClose('purge', purging(idempotency, logger))

  const dependencies: ServiceDependencies = {
    settings,
    logger,
    registry,
    onClose,
    pool,
    log,
    references: references.data,
    idempotency,
    readModels,
    customers: customersIn(readModels, recordedCustomersIn(log)),
    ...httpProviders(settings, { log, logger }),
    processes,
    untilReadable,
    closing: closing.signal,
  }
  const { routes, lists } = await routesFrom(dependencies)
  await keepListsFresh(dependencies, lists)
  const served = { routes, ownLog, references, lists, followed, running, ending: run.ending }
  await listen(serverOf(dependencies, served), run, closing)
}

const untilShown =
  (
    { waitFor }: Pick<ReturnType<typeof followReadModels>, 'waitFor'>,
    { readWaitMs }: Pick<CommandSettings, 'readWaitMs'>,
  ): UntilReadable =>
  (position) =>
    waitFor(position, readWaitMs)

/** Serves requests, and metrics where they have a port of their own. */
async function listen(
  server: ReturnType<typeof serverOf>,
  run: RunningService<CommandSettings>,
  closing: AbortController,
) {
  const { host, port } = run.settings
  await server.listen({ host, port })
  run.onClose('HTTP server', () => closeAndAbort(server, closing))
  await serveMetricsApart(run)
}

interface Served {
  readonly routes: readonly Route[]
  readonly ownLog: Promise<void>
  readonly references: FollowedReferenceData
  readonly lists: FollowedLists
  readonly followed: FollowedKeys
  readonly running: RunningRequests
  readonly ending: AbortSignal | undefined
}

/** Keys count only when all of them are known; companies with an unreadable record are refused for now. */
function serverOf(
  dependencies: ServiceDependencies,
  { routes, ownLog, references, lists, followed, running, ending }: Served,
) {
  const { settings, logger, registry, log, processes } = dependencies
  const clocks = { ...processes, ...log.eventStore }
  exposeClockOffsets(registry, clocks)
  exposeGauge(registry, damagedStreams, log.eventStore.metDamages)
  const known = whenKnown(log.eventStore, [ownLog, references.caughtUp])
  const awaited = {
    'event store': ownLog,
    'reference data': references.caughtUp,
    'sanction lists': lists.caughtUp,
  }
  const findKey: FindApiKey = async (apiUserId) => {
    await known()
    return references.data.apiKey(apiUserId)
  }
  const { vaultKey, pageHosts: hosts } = settings
  return httpServer({
    logger,
    routes,
    forms: consoleForms(routes, { ...dependencies, vaultKey, findKey, now: log.now, hosts }),
    trustedProxies: settings.trustedProxies,
    authenticate: authenticating(dependencies, findKey),
    ratePerKey: settings.ratePerKey,
    admit: ({ companyId }) => {
      if (references.data.isIncomplete(companyId)) throw new RecordUnread(companyId)
    },
    registry,
    hasMetricsPort: settings.metricsPort !== null,
    running,
    ending,
    missing: missingOf({ ...log.eventStore, ...processes, ...followed }, awaited),
    warnings: () => clockWarnings(clocks),
    eventStoreTimeoutMs: settings.eventStoreTimeoutMs,
    drainMs: REQUESTS_END_AFTER_MS,
  })
}

const authenticating = (
  { settings: { signIn }, pool, logger, log }: ServiceDependencies,
  findKey: FindApiKey,
) =>
  authentication({
    findKey,
    limits: signInLimits({ pool, logger, ...signIn }),
    hashKey: signIn.hashKey,
    logger,
    now: log.now,
  })

async function routesFrom(dependencies: ServiceDependencies) {
  exposeProviderCalls(dependencies.registry)
  const sanctionChecks = composeSanctionChecks(
    dependencies,
    await sanctionListsIn(dependencies.pool),
  )
  const routes = [
    ...sanctionChecks.routes,
    ...(await composeExpenseVouchers(dependencies)),
    ...composeCustomers(dependencies),
    ...(await composeInvoices(dependencies)),
    ...(await composeKmts(dependencies)),
    ...(await composeBankQueries(dependencies)),
  ]
  return { routes, lists: sanctionChecks.lists }
}

async function keepListsFresh(dependencies: ServiceDependencies, lists: FollowedLists) {
  const { settings, logger, registry, pool, log, onClose } = dependencies
  const { sanctionSources: sources, databaseUrl, eventStoreUrl, vaultKey } = settings
  const states = await sourceStatesIn(pool)
  exposeLists(registry, { states, sources, inUse: lists.now, now: log.now })
  if (sources.length === 0) return
  const order = { sources, databaseUrl, eventStoreUrl, vaultKey }
  const updates = await scheduleUpdates({ ...order, pool, states, logger })
  onClose('updates of sanction lists', () => updates.close())
}

/** Regularly deletes expired answers to repeated requests; the result stops it. */
function purging(idempotency: Idempotency, logger: Logger): () => Promise<void> {
  const timer = setInterval(() => {
    idempotency.purge().catch((error: unknown) => logger.warn({ err: error }, 'purge failed'))
  }, HOUR_MS)
  return async () => clearInterval(timer)
}
