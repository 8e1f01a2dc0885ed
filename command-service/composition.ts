import type { Registry } from 'prom-client'
import { Gauge } from 'prom-client'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import { answerWithin } from '#kernel/platform/event-store/waiting.ts'
import { authentication } from '#kernel/platform/http/authentication.ts'
import type { OnClose } from '#kernel/platform/lifecycle.ts'
import type { Logger } from '#kernel/platform/logger.ts'
import { serveMetrics } from '#kernel/platform/metrics.ts'
import { openPool } from '#kernel/platform/postgres.ts'
import { followReadProgress } from '#kernel/platform/read-progress.ts'
import { openVault } from '#kernel/platform/vault/vault.ts'
import { commandService } from './app.ts'
import type { CommandConfig } from './config.ts'
import { customerForms } from './processes/customer-forms/submitting.ts'
import type { VoucherReferences } from './processes/voucher-issuing/facts.ts'
import { voucherIssuing } from './processes/voucher-issuing/issuing.ts'
import { voucherRepositories } from './processes/voucher-issuing/repositories.ts'
import { startVoucherRecovery } from './processes/voucher-recovery/recovery.ts'
import { customersInReadModel } from './providers/customers/read-model.ts'
import { cachedTaxpayerRegistry } from './providers/taxpayer-registry/cached.ts'
import { httpTaxpayerRegistry } from './providers/taxpayer-registry/http.ts'
import { expenseTemplate } from './reference-data/expense-template.ts'
import { followReferenceData } from './reference-data/follow.ts'
import type { ReferenceData } from './reference-data/reference-data.ts'
import { idempotencyIn } from './store/idempotency.ts'

const connections = { max: 10, name: 'sarraf-command', statementTimeoutMs: 10_000 }
const DAY_MS = 24 * 60 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000
const MAX_CACHED_TAXPAYERS = 100_000
const RECOVERY_GRACE_MS = 3_000
/** Who asks before all keys and settings are known waits, rather than being taken for a stranger. */
const STARTING_PATIENCE_MS = 10_000
const DEFAULT_TIME_ZONE = 'Europe/Istanbul'

interface Running {
  readonly config: CommandConfig
  readonly logger: Logger
  readonly registry: Registry
  readonly onClose: OnClose
}

/** Joins the parts of the command service, in the order in which they start. */
export async function startCommandService({ config, logger, registry, onClose }: Running) {
  const { databaseUrl, attemptDeadlineMs } = config
  const pool = openPool(databaseUrl, { logger, ...connections })
  onClose('database', () => pool.end())
  const vault = await openVault(pool, config.vaultKey)
  const eventStore = connectEventStore({ url: config.eventStoreUrl, logger })
  onClose('event store', () => eventStore.close())
  const log = { eventStore, vault, now: () => Date.now() }

  const references = followReferenceData({ eventStore, vault, pool, logger })
  onClose('reference data', () => references.close())
  const progress = followReadProgress({ databaseUrl, logger })
  onClose('read progress', () => progress.close())

  const repositories = voucherRepositories(log)
  const issuing = voucherIssuing({
    log,
    repositories,
    references: voucherReferences(references.data),
    customers: customersInReadModel(pool),
    taxpayers: cachedTaxpayerRegistry(
      httpTaxpayerRegistry({
        url: config.taxpayerRegistryUrl,
        timeoutMs: config.integratorTimeoutMs,
      }),
      { timeToLiveMs: DAY_MS, maximumEntries: MAX_CACHED_TAXPAYERS },
    ),
  })
  const patience = { deadlineMs: attemptDeadlineMs, graceMs: RECOVERY_GRACE_MS }
  const recovery = await startVoucherRecovery({ log, pool, repositories, patience, logger })
  onClose('recovery', () => recovery.close())
  measure(registry, recovery.open)

  const idempotency = idempotencyIn(pool, vault, attemptDeadlineMs)
  const purging = setInterval(() => {
    idempotency.purge().catch((error: unknown) => logger.warn({ err: error }, 'purge failed'))
  }, HOUR_MS)
  onClose('purge', () => clearInterval(purging))

  const untilReadable = (position: bigint) => progress.waitFor(position, config.readWaitMs)
  const isCaughtUp = settled(references.caughtUp)
  const server = commandService({
    logger,
    authenticate: authentication(async (apiUserId) => {
      if (!isCaughtUp()) await answerWithin(STARTING_PATIENCE_MS, references.caughtUp)
      return references.data.apiKey(apiUserId)
    }, log.now),
    ...(config.metricsPort === null ? { registry } : {}),
    missing: () => Promise.resolve(isCaughtUp() ? [] : ['reference data']),
    customers: { forms: customerForms(log), idempotency, untilReadable },
    expenseVouchers: { issuing, idempotency, untilReadable },
  })
  const { host, port, metricsPort } = config
  await server.listen({ host, port })
  onClose('HTTP server', () => server.close())
  if (metricsPort !== null) {
    const metrics = await serveMetrics(registry, { host, port: metricsPort })
    onClose('metrics', () => metrics.close())
  }
}

const voucherReferences = (data: ReferenceData): VoucherReferences => ({
  timeZone: (companyId) => data.company(companyId)?.timeZone ?? DEFAULT_TIME_ZONE,
  settings: data.settings,
  price: (companyId, material) => data.price(companyId, material)?.price,
  expenseTemplate: (companyId, key) => expenseTemplate(data.templates(companyId), key),
})

function measure(registry: Registry, open: () => number) {
  const gauge = new Gauge({
    name: 'sarraf_vouchers_on_their_way',
    help: 'Vouchers whose issuing has begun and is not finished',
    registers: [],
    collect() {
      this.set(open())
    },
  })
  registry.registerMetric(gauge)
}

function settled(promise: Promise<void>): () => boolean {
  let isSettled = false
  promise.then(
    () => (isSettled = true),
    () => undefined,
  )
  return () => isSettled
}
