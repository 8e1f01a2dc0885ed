import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { startCommandService } from '#command/app.ts'
import { readCommandSettings } from '#command/settings.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { trustedProxies } from '#kernel/platform/settings/of-services.ts'
import { type Environment, settingsFrom } from '#kernel/platform/settings/read.ts'
import { readProjectionsSettings } from '#projections/settings.ts'
import { startProjections } from '#projections/wiring.ts'
import { readQuerySettings } from '#query/settings.ts'
import { startQueryService } from '#query/wiring.ts'
import { freePort } from '#stack/free-port.ts'
import { gatewayServer } from '#stack/gateway/server.ts'
import { sandboxServer } from '#stack/sandbox/server.ts'
import { openState } from '#stack/sandbox/state/state.ts'
import { newFolder, removeFolder } from '#test/support/folders.ts'
import { type DatabasesOfRoles, databasesOfRoles, dropDatabase, freshDatabase } from './database.ts'
import { startEventStore } from './event-store.ts'
import { execute } from './execute.ts'
import { forThisFile } from './for-this-file.ts'
import { keepConnectionsTo } from './importing.ts'
import { LONGEST_START_MS } from './patience.ts'
import { SIGN_IN_KEY } from './signed-rows.ts'
import { startedWith } from './started-with.ts'
import { withoutLimits } from './without-limits.ts'

const logger = silentLogger
const HOST = '127.0.0.1'

/** A busy machine writes and shows late; where nothing is to be written or shown, a test sets a shorter time. */
const PATIENT = { READ_WAIT_MS: '15000', EVENTSTORE_TIMEOUT_MS: '20000' }

/** Where the parts of a running system are found. */
export interface SystemAddresses {
  readonly baseUrl: string
  readonly sandboxUrl: string
  readonly eventStoreUrl: string
  /** As its administrator: for what a test sets up or breaks. */
  readonly databaseUrl: string
  /** As each role. */
  readonly databases: DatabasesOfRoles
  /** 64 hexadecimal digits. */
  readonly vaultKey: string
}

/**
 * A whole system on a database of its own, for all tests of the file: every part is the real one,
 * joined as in production, but within this process, so that it is there in a second. Statements of the
 * administrator run on the database before anything starts.
 */
export function systemForThisFile(
  environment: Environment = {},
  asAdministrator: readonly string[] = [],
): SystemAddresses {
  const started = forThisFile(() => startSystem(environment, asAdministrator))
  const address = <Name extends keyof SystemAddresses>(name: Name): SystemAddresses[Name] =>
    started().addresses[name]
  return {
    get baseUrl() {
      return address('baseUrl')
    },
    get sandboxUrl() {
      return address('sandboxUrl')
    },
    get eventStoreUrl() {
      return address('eventStoreUrl')
    },
    get databaseUrl() {
      return address('databaseUrl')
    },
    get databases() {
      return address('databases')
    },
    get vaultKey() {
      return address('vaultKey')
    },
  }
}

type Close = () => unknown

async function startSystem(environment: Environment, asAdministrator: readonly string[]) {
  const closers: Close[] = []
  const onClose = (_part: string, close: Close) => void closers.push(close)
  const close = async () => {
    for (const closeOne of closers.toReversed()) await closeOne()
  }
  try {
    return { addresses: await startParts(environment, asAdministrator, onClose), close }
  } catch (error) {
    await close()
    throw error
  }
}

type OnClose = (part: string, close: Close) => void

async function startParts(
  environment: Environment,
  asAdministrator: readonly string[],
  onClose: OnClose,
): Promise<SystemAddresses> {
  const databaseUrl = await freshDatabase()
  onClose('database', () => dropDatabase(databaseUrl))
  await execute(databaseUrl, ...asAdministrator)
  const databases = databasesOfRoles(databaseUrl)
  const eventStore = await startEventStore(databases.eventStore)
  onClose('event store', eventStore.close)
  const folder = await newFolder('system')
  onClose('folder', () => removeFolder(folder))
  const sandboxUrl = await startSandbox(folder, onClose)
  const log = {
    databaseUrl,
    databases,
    eventStoreUrl: eventStore.url,
    vaultKey: randomBytes(32).toString('hex'),
  }
  const witness = { NOTARY_WITNESS: join(folder, 'witness.ndjson') }
  const services = await startServices(
    { ...log, sandboxUrl },
    { ...witness, ...environment },
    onClose,
  )
  const baseUrl = await startGateway(services, environment, onClose)
  await untilReady(baseUrl)
  onClose('imports', keepConnectionsTo(log))
  return { ...log, sandboxUrl, baseUrl }
}

async function startSandbox(folder: string, onClose: OnClose) {
  const state = openState(folder)
  onClose('sandbox state', state.close)
  const server = sandboxServer({ state, logger, metrics: new Registry() })
  onClose('sandbox', () => server.close())
  return server.listen({ host: HOST, port: 0 })
}

/** Each from an environment such as its process would have. */
async function startServices(
  addresses: Omit<SystemAddresses, 'baseUrl'>,
  environment: Environment,
  onClose: OnClose,
) {
  const ports = {
    command: await freePort(),
    query: await freePort(),
    projections: await freePort(),
  }
  const settingsOf = (role: keyof typeof ports) =>
    settingsFrom({
      PORT: String(ports[role]),
      DATABASE_URL: addresses.databases[role],
      EVENTSTORE_URL: addresses.eventStoreUrl,
      VAULT_KEY: addresses.vaultKey,
      INTEGRATOR_URL: addresses.sandboxUrl,
      KMTS_URL: addresses.sandboxUrl,
      BANK_GATEWAY_URL: addresses.sandboxUrl,
      TAXPAYER_REGISTRY_URL: addresses.sandboxUrl,
      SIGN_IN_KEY,
      ...PATIENT,
      ...withoutLimits,
      ...environment,
      TRUSTED_PROXIES: HOST,
    })
  const projections = readProjectionsSettings(settingsOf('projections'))
  await startProjections(startedWith('projections', projections, onClose))
  const command = readCommandSettings(settingsOf('command'))
  await startCommandService(startedWith('command', command, onClose))
  const query = readQuerySettings(settingsOf('query'))
  await startQueryService(startedWith('query', query, onClose))
  const urlOf = (port: number) => `http://${HOST}:${port}`
  return {
    command: urlOf(ports.command),
    query: urlOf(ports.query),
    projections: urlOf(ports.projections),
  }
}

async function startGateway(
  services: Readonly<Record<'command' | 'query' | 'projections', string>>,
  environment: Environment,
  onClose: OnClose,
) {
  const port = await freePort()
  const server = gatewayServer({
    settings: {
      host: HOST,
      port,
      metricsPort: null,
      traceEndpoint: null,
      logLevel: 'silent',
      drainMs: 0,
      services: {
        command: services.command,
        query: services.query,
        projections: services.projections,
      },
      audit: null,
      feed: null,
      webhooks: null,
      saysReasons: true,
      trustedProxies: trustedProxies(settingsFrom(environment)),
    },
    logger,
    registry: new Registry(),
    starting: () => [],
  })
  server.listen(port, HOST)
  await once(server, 'listening')
  onClose('gateway', async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  })
  return `http://${HOST}:${port}`
}

async function untilReady(baseUrl: string) {
  const deadline = Date.now() + LONGEST_START_MS
  for (;;) {
    const answer = await fetch(`${baseUrl}/health/ready`)
    const body = await answer.text()
    if (answer.ok) return
    if (Date.now() > deadline) throw new Error(`the system does not become ready: ${body}`)
    await pause(10)
  }
}
