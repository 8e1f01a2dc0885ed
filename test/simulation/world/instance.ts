import { pino } from 'pino'
import { Registry } from 'prom-client'
import { composeBankQueries } from '#command/bank-queries/wiring.ts'
import { composeCustomers } from '#command/customer-forms/wiring.ts'
import type { ServiceDependencies } from '#command/dependencies.ts'
import { idempotencyIn } from '#command/event-sourcing/idempotency.ts'
import { requestsInDoubt } from '#command/event-sourcing/requests-in-doubt.ts'
import { joinRunningProcesses } from '#command/event-sourcing/running-processes.ts'
import { composeExpenseVouchers } from '#command/expense-vouchers/wiring.ts'
import { composeInvoices } from '#command/invoices/wiring.ts'
import { composeKmts } from '#command/kmts-verifications/wiring.ts'
import { readModelsIn } from '#command/read-models.ts'
import { followReferenceData } from '#command/reference-data/follow.ts'
import { composeSanctionChecks } from '#command/sanction-checks/wiring.ts'
import { closeAndAbort, REQUESTS_END_AFTER_MS } from '#command/stopping.ts'
import { RIGHTS } from '#kernel/contract/endpoint.ts'
import type { Write } from '#kernel/platform/event-store/append-request.ts'
import { type RunningRequests, runningRequests } from '#kernel/platform/http/running-requests.ts'
import { httpServer } from '#kernel/platform/http/server.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { makeVaultTables } from '#kernel/platform/vault/tables.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { answerWithin } from '#kernel/platform/waiting/timing.ts'
import { publishedLists } from '../setup.ts'
import type { SimulatedBank } from './bank.ts'
import { poolOn, type Reach, type SimulatedDatabase } from './database.ts'
import { eventStoreOn } from './event-store.ts'
import type { SimulatedIntegrator } from './integrator.ts'
import { simulatedLists } from './lists.ts'
import type { SimulatedLog } from './log.ts'
import type { Network } from './network.ts'
import { emptyReadModels } from './read-models.ts'
import type { SimulatedReaders } from './readers.ts'
import type { SimulatedRegister } from './register.ts'
import { settings } from './settings.ts'
import type { Process, VirtualTime } from './time.ts'

/** What is outside of the processes of a simulation, and outlives them. */
export interface World {
  readonly time: VirtualTime
  readonly network: Network
  readonly log: SimulatedLog
  readonly database: SimulatedDatabase
  readonly integrator: SimulatedIntegrator
  readonly bank: SimulatedBank
  readonly register: SimulatedRegister
  readonly readers: SimulatedReaders
  readonly vault: Vault
  /** What an instance logs as an error. */
  readonly told: (what: string) => void
  readonly appended: (process: Process | undefined) => void
  /** Before each append leaves. */
  readonly appends: (write: Write, process: Process | undefined) => void
  /** After each statement, before its answer leaves. */
  readonly executed: (process: Process | undefined) => void
}

export type Server = ReturnType<typeof httpServer>

/** An instance that has started. */
export interface Started {
  readonly server: Server
  /** As after a SIGTERM: it ends what it has begun, as far as that takes no longer than it may. */
  readonly stop: () => Promise<void>
}

const STATEMENT_WITHIN_MS = 4_000

/**
 * Starts the command service's own code in the process that runs at the moment.
 * Around it is what the simulation gives: the log, the database, the integrator and the network.
 */
export async function startInstance(world: World): Promise<Started> {
  const { network, vault, integrator, told } = world
  const logger = pino({ level: 'error' }, { write: (line) => told(wordsOf(line)) })
  const registry = new Registry()
  const closing = new AbortController()
  const closers: (() => unknown)[] = []
  const onClose: ServiceDependencies['onClose'] = (_what, close) => void closers.unshift(close)
  const process = world.time.process()
  const reach: Reach = (work) => {
    const executed = network.call('database', () => {
      const answer = work()
      world.executed(process)
      return answer
    })
    return answerWithin(STATEMENT_WITHIN_MS, executed).catch(connectionLost)
  }
  const pool = poolOn(world.database, reach)
  await makeVaultTables(pool)
  const eventStore = eventStoreOn({ ...world, macs: vault.eventMacs, logger })
  onClose('event store', () => eventStore.close())
  const running = runningRequests()
  const processes = await joinRunningProcesses({ pool, logger, requests: running })
  onClose('heartbeat', () => processes.close())
  const { untilReadable } = world.readers
  const references = followReferenceData({ eventStore, vault, pool, logger })
  onClose('reference data', () => references.close())
  const idempotency = idempotencyIn({
    pool,
    vault,
    logger,
    holder: processes.id,
    leaseMs: settings.attemptDeadlineMs,
    inDoubt: await requestsInDoubt({ pool, logger }),
    untilReadable,
  })
  const dependencies: ServiceDependencies = {
    settings,
    logger,
    registry,
    onClose,
    pool,
    log: { eventStore, vault, now: processes.now },
    references: references.data,
    idempotency,
    readModels: readModelsIn(poolOn(emptyReadModels, reach)),
    customers: { find: async () => undefined },
    taxpayers: { isEInvoiceTaxpayer: async () => false },
    integrator: integrator.vouchers,
    invoiceIntegrator: integrator.invoices,
    bankGateway: world.bank.gateway,
    kmtsRegister: world.register.register,
    processes,
    untilReadable,
    closing: closing.signal,
  }
  const sanctionChecks = composeSanctionChecks(dependencies, simulatedLists(publishedLists, reach))
  const routes = [
    ...sanctionChecks.routes,
    ...(await composeExpenseVouchers(dependencies)),
    ...composeCustomers(dependencies),
    ...(await composeInvoices(dependencies)),
    ...(await composeKmts(dependencies)),
    ...(await composeBankQueries(dependencies)),
  ]
  await references.caughtUp
  const server = serverOf(routes, { running, logger })
  onClose('HTTP server', () => closeAndAbort(server, closing))
  return {
    server,
    async stop() {
      for (const close of closers) await close()
    },
  }
}

const serverOf = (
  routes: Parameters<typeof httpServer>[0]['routes'],
  {
    running,
    logger,
  }: {
    readonly running: RunningRequests
    readonly logger: Logger
  },
) =>
  httpServer({
    logger,
    routes,
    // The gateway has seen who asks.
    authenticate: async ({ authorization: companyId = '' }) => ({
      companyId,
      apiUserId: 'simulated',
      rights: RIGHTS,
    }),
    missing: async () => [],
    running,
    eventStoreTimeoutMs: settings.eventStoreTimeoutMs,
    drainMs: REQUESTS_END_AFTER_MS,
  })

function wordsOf(line: string): string {
  const { msg, err }: { msg?: string; err?: { message?: string; stack?: string } } =
    JSON.parse(line)
  return `logged: ${msg} ${err?.stack?.split('\n').slice(0, 3).join(' ') ?? ''}`
}

/** As the driver says it. */
function connectionLost(error: unknown): never {
  const isTimeout = error instanceof Error && error.message.startsWith('no answer within')
  throw isTimeout ? new Error('Connection terminated unexpectedly', { cause: error }) : error
}
