import type { Pool } from 'pg'
import { accessLogIn } from '#audit/access/access-log.ts'
import { type AuditedSystem, readerOf, readModelsIn } from '#audit/audited-system.ts'
import { consoleRoutes, consoleSite } from '#audit/console/site.ts'
import { verifyNightly } from '#audit/verification/nightly.ts'
import { verifications } from '#audit/verification/under-way.ts'
import { lastVerification } from '#audit/verification/verifications.ts'
import { Unavailable } from '#kernel/domain/unavailable.ts'
import { feedStatusAt } from '#kernel/platform/cli/feed-status.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import { authentication } from '#kernel/platform/http/authentication.ts'
import { signInLimits } from '#kernel/platform/http/sign-in-limits.ts'
import { type LogWatch, watchLog } from '#kernel/platform/log-chain/log-watch.ts'
import type { RunningService } from '#kernel/platform/process/run-service-named.ts'
import { serveMetricsApart } from '#kernel/platform/process/serve-health.ts'
import { removeAbandonedFolders } from '#kernel/platform/process/temporary-folders.ts'
import { endedSessionsIn } from '#kernel/platform/sessions/ended-sessions.ts'
import { signedSessions } from '#kernel/platform/sessions/signed-sessions.ts'
import { ConfigurationError } from '#kernel/platform/settings/read.ts'
import {
  type FollowedKeys,
  followDestroyedKeys,
} from '#kernel/platform/vault/follow-destroyed-keys.ts'
import { openVaultToRead } from '#kernel/platform/vault/vault.ts'
import { pagesServer } from './app.ts'
import { auditRoutes } from './routes.ts'
import { recordedVisits } from './serving/recorded-visits.ts'
import type { AuditPageSettings } from './settings.ts'
import { apiKeysInLog } from './sign-in/keys-in-log.ts'
import { auditSite } from './site.ts'

const MAX_CONNECTIONS = 6
/** For what the page itself keeps: sign-ins, ended sessions. */
const MAX_WRITING_CONNECTIONS = 2
const STATEMENT_TIMEOUT_MS = 20_000
/** For what no visitor does. */
const OWN = { kind: 'process', id: 'audit page' } as const

interface RunningPage extends RunningService<AuditPageSettings> {
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** Starts the audit page. It answers from the start and reports what it waits for. */
export async function startAuditPage(run: RunningPage) {
  const { settings, logger, registry, onClose, now } = run
  const { host, port, metricsPort, databaseUrl, vaultKey } = settings
  await removeAbandonedFolders()
  const { pool, ownPool } = openPools({ databaseUrl, logger, onClose })
  const readModels = readModelsIn(pool)
  const openLog = openedOnce(() => openAudited({ settings, logger, onClose, pool, readModels }))
  const findKey = apiKeysInLog(async () => unlessSetBack(await openLog()))
  const sessions = { vaultKey, ended: endedSessionsIn(ownPool), findKey, now }

  const verifying = verifications({
    system: async () => (await openLog()).audited,
    logger,
    witness: settings.witness,
  })
  const last = () => lastVerification(pool, null)
  const nightly = verifyNightly({ verifications: verifying, last, registry, logger, now })
  onClose('nightly verification', nightly.close)

  const server = pagesServer({
    sites: [
      { ...auditSite, routes: auditRoutes },
      { ...consoleSite, routes: consoleRoutes },
    ],
    logger,
    registry,
    hasMetricsPort: metricsPort !== null,
    system: async () => (await openLog()).audited,
    faults: async () => faultsOf(await openLog()),
    trustedProxies: settings.trustedProxies,
    hosts: settings.hosts,
    authenticate: authentication({
      findKey,
      limits: signInLimits({ pool: ownPool, logger, ...settings.signIn }),
      hashKey: settings.signIn.hashKey,
      logger,
      now,
    }),
    sessions: {
      audit: signedSessions({ ...sessions, right: 'audit' }),
      console: signedSessions({ ...sessions, right: 'console' }),
    },
    recordAccess: recordedVisits({
      recordAccess: async (access) => (await openLog()).recordAccess(access),
      logger,
      now,
    }),
    verifications: verifying,
    feed: async () => (settings.feedUrl === null ? undefined : feedStatusAt(settings.feedUrl)),
    signInRefused: (refusal) => logger.warn(refusal, 'sign-in refused'),
  })
  await server.listen({ host, port })
  onClose('HTTP server', () => server.close())
  await openLog().catch(rethrowSettingsFault)
  await serveMetricsApart(run)
}

interface OpeningLog extends Pick<RunningPage, 'settings' | 'logger' | 'onClose'> {
  readonly pool: Pool
  readonly readModels: AuditedSystem['readModels']
}

async function openAudited({ settings, logger, onClose, pool, readModels }: OpeningLog) {
  const { databaseUrl, eventStoreUrl, vaultKey, witness } = settings
  const vault = await openVaultToRead(pool, vaultKey)
  const followed = followDestroyedKeys({ pool, vault, logger })
  onClose('destroyed keys', followed.close)
  const watch = watchLog({ pool, witness, logger })
  onClose('comparison with the witness', watch.close)
  await watch.compared.catch(async (error: unknown) => {
    // It is opened again later, with loops of its own.
    await Promise.all([watch.close(), followed.close()])
    throw error
  })
  const { setBack } = watch
  const macs = vault.eventMacs
  const eventStore = connectEventStore({ url: eventStoreUrl, logger, macs, setBack })
  onClose('event store', eventStore.close)
  const log = readerOf(eventStore)
  const recordAccess = accessLogIn(eventStore)
  const audited: AuditedSystem = {
    vault,
    log,
    pool,
    readModels,
    databaseUrl,
    recordAccess: (companyId, event) =>
      recordAccess({ companyId, actor: OWN, requestId: null, event }),
  }
  return { audited, watch, followed, recordAccess }
}

const NOT_COMPARED = 'comparison with the witness'
const RETRY_AFTER_SECONDS = 2

/** A log from before what was signed has keys that were ended since. Throws Unavailable. */
function unlessSetBack({ audited, watch }: Awaited<ReturnType<typeof openAudited>>): AuditedSystem {
  const finding = watch.setBack()
  if (finding !== undefined) throw finding
  if (!watch.isCompared()) throw new Unavailable(NOT_COMPARED, RETRY_AFTER_SECONDS)
  return audited
}

interface Watched {
  readonly watch: Pick<LogWatch, 'isCompared' | 'setBack'>
  readonly followed: Pick<FollowedKeys, 'keysFault'>
}

function faultsOf({ watch, followed }: Watched): readonly string[] {
  const finding = watch.setBack()
  const whenWhole = watch.isCompared() ? [] : [NOT_COMPARED]
  const log = finding === undefined ? whenWhole : [`event store: ${finding.message}`]
  return [...log, ...[followed.keysFault() ?? []].flat()]
}

type Opening = Pick<RunningPage, 'logger' | 'onClose'> & { readonly databaseUrl: string }

/** One to read what is audited, and one for the page's own records. */
function openPools({ databaseUrl, logger, onClose }: Opening) {
  const statementTimeoutMs = STATEMENT_TIMEOUT_MS
  const pool = openPool(databaseUrl, {
    logger,
    statementTimeoutMs,
    max: MAX_CONNECTIONS,
    name: 'sarraf-audit-page',
    readOnly: true,
  })
  onClose('database', () => pool.end())
  const ownPool = openPool(databaseUrl, {
    logger,
    statementTimeoutMs,
    max: MAX_WRITING_CONNECTIONS,
    name: 'sarraf-audit-page-records',
  })
  onClose('database of its own records', () => ownPool.end())
  return { pool, ownPool }
}

/** A vault that is not there yet is opened later; one that another key made never is. */
function rethrowSettingsFault(error: unknown) {
  if (error instanceof ConfigurationError) throw error
}

/** Another process creates the vault, perhaps after this one has started. */
function openedOnce<Opened>(open: () => Promise<Opened>): () => Promise<Opened> {
  let opened: Promise<Opened> | undefined
  return () => {
    const opening = opened ?? open()
    opened = opening
    opening.catch(() => {
      opened = undefined
    })
    return opening
  }
}
