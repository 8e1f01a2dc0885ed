import { exposeCertificates } from '#kernel/platform/checks/certificates.ts'
import { openServicePool } from '#kernel/platform/database/postgres.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { startEvidence } from '#kernel/platform/log-chain/evidence.ts'
import { openFollowedLog } from '#kernel/platform/log-chain/open-followed-log.ts'
import type { RunningService } from '#kernel/platform/process/run-service-named.ts'
import { serveHealth } from '#kernel/platform/process/serve-health.ts'
import {
  type FollowedKeys,
  openFollowedVault,
} from '#kernel/platform/vault/follow-destroyed-keys.ts'
import { readiness } from './health-server.ts'
import { readModels } from './read-models/read-models.ts'
import { createProjectionMetrics } from './runtime/metrics.ts'
import { type Projection, startProjection } from './runtime/projection.ts'
import { type ProjectionReport, reportOf } from './runtime/report.ts'
import { exposeReports } from './runtime/report-metrics.ts'
import type { ProjectionStatus } from './runtime/status.ts'
import type { ProjectionsSettings } from './settings.ts'

const VAULT_CONNECTIONS = 4

/** Starts the dependencies in order. Health comes first, so that it can report `starting`. */
export async function startProjections(run: RunningService<ProjectionsSettings>) {
  const { settings, logger, registry, onClose } = run
  const { databaseUrl, eventStoreUrl } = settings
  exposeCertificates(registry, [databaseUrl, eventStoreUrl])
  let started: Started | undefined
  const health = {
    statuses: () => statusesOf(started),
    report: () => reportsOf(started),
    anotherLog: () => started?.eventStore.anotherLog(),
    standstills: () => started?.eventStore.standstills() ?? [],
    keysFault: () => started?.followed.keysFault(),
  }
  await serveHealth(run, { '/health/ready': () => readiness(health) })
  const pool = openServicePool(run, { name: 'sarraf vault', max: VAULT_CONNECTIONS })
  const { vaultKey } = settings
  const { vault, followed } = await openFollowedVault({ pool, vaultKey, logger, onClose })
  const eventStore = await openFollowedLog({ ...run, pool, vault, reports: true })
  const metrics = createProjectionMetrics(registry, eventStore.headOfLog)
  const projection = startProjection({
    definition: readModels,
    databaseUrl,
    eventStore,
    vault,
    logger,
    metrics,
  })
  started = { projection, eventStore, followed }
  exposeReports(registry, () => reportsOf(started))
  onClose('projection', projection.close)
  const { notary: signing } = settings
  await startEvidence({ signing, pool, eventStore, vault, registry, logger, onClose })
}

interface Started {
  readonly projection: Projection
  readonly eventStore: EventStore
  readonly followed: FollowedKeys
}

const statusesOf = (started: Started | undefined): readonly ProjectionStatus[] =>
  started === undefined ? [] : [started.projection.status()]

const reportsOf = async (started: Started | undefined): Promise<readonly ProjectionReport[]> =>
  started === undefined
    ? []
    : Promise.all(statusesOf(started).map((status) => reportOf(status, started.eventStore)))
