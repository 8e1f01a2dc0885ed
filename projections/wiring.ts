import { exposeCertificates } from '#kernel/platform/checks/certificates.ts'
import { openPool, SHORT_STATEMENTS_MS } from '#kernel/platform/database/postgres.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { startEvidence } from '#kernel/platform/log-chain/evidence.ts'
import { openFollowedLog } from '#kernel/platform/log-chain/open-followed-log.ts'
import type { OnClose } from '#kernel/platform/process/lifecycle.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { createMetrics, serveMetrics } from '#kernel/platform/process/metrics.ts'
import {
  type FollowedKeys,
  openFollowedVault,
} from '#kernel/platform/vault/follow-destroyed-keys.ts'
import { serveHealth } from './health-server.ts'
import { readModels } from './read-models/read-models.ts'
import { createProjectionMetrics } from './runtime/metrics.ts'
import { type Projection, startProjection } from './runtime/projection.ts'
import { type ProjectionReport, reportOf } from './runtime/report.ts'
import { exposeReports } from './runtime/report-metrics.ts'
import { type ProjectionStatus, withHoles } from './runtime/status.ts'
import type { ProjectionsSettings } from './settings.ts'

const VAULT_CONNECTIONS = 4

/** Starts the dependencies in order. Health comes first, so that it can report `starting`. */
export async function startProjections(
  settings: ProjectionsSettings,
  logger: Logger,
  onClose: OnClose,
) {
  const { host, port, metricsPort, databaseUrl, eventStoreUrl } = settings
  const registry = createMetrics('projections')
  exposeCertificates(registry, [databaseUrl, eventStoreUrl])
  let running: Running | undefined
  const health = await serveHealth({
    host,
    port,
    statuses: () => statusesOf(running),
    report: () => reportsOf(running),
    anotherLog: () => running?.eventStore.anotherLog(),
    standstills: () => running?.eventStore.standstills() ?? [],
    keysFault: () => running?.followed.keysFault(),
    registry: metricsPort === null ? registry : undefined,
  })
  onClose('health', health.close)
  if (metricsPort !== null) {
    const server = await serveMetrics(registry, { host, port: metricsPort })
    onClose('metrics', server.close)
  }
  const pool = openPool(databaseUrl, {
    logger,
    max: VAULT_CONNECTIONS,
    name: 'sarraf vault',
    statementTimeoutMs: SHORT_STATEMENTS_MS,
  })
  onClose('database pool', () => pool.end())
  const { vaultKey } = settings
  const { vault, followed } = await openFollowedVault({ pool, vaultKey, logger, onClose })
  const eventStore = await openFollowedLog({
    url: eventStoreUrl,
    macs: vault.eventMacs,
    pool,
    registry,
    logger,
    onClose,
    witness: settings.witness,
    reports: true,
  })
  const metrics = createProjectionMetrics(registry, eventStore.headOfLog)
  const projection = startProjection({
    definition: readModels,
    databaseUrl,
    eventStore,
    vault,
    logger,
    metrics,
    shards: settings.shards,
  })
  running = { projection, eventStore, followed }
  exposeReports(registry, () => reportsOf(running))
  onClose('projection', projection.close)
  const { notary: signing } = settings
  await startEvidence({ signing, pool, eventStore, vault, registry, logger, onClose })
}

interface Running {
  readonly projection: Projection
  readonly eventStore: EventStore
  readonly followed: FollowedKeys
}

function statusesOf(running: Running | undefined): readonly ProjectionStatus[] {
  if (running === undefined) return []
  const standstills = running.eventStore.standstills()
  return running.projection.statuses().map((status) => withHoles(status, standstills))
}

const reportsOf = async (running: Running | undefined): Promise<readonly ProjectionReport[]> =>
  running === undefined
    ? []
    : Promise.all(statusesOf(running).map((status) => reportOf(status, running.eventStore)))
