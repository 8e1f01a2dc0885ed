import { randomBytes } from 'node:crypto'
import { ConfigurationError, type ReadSetting } from './read.ts'
import { orNull } from './setting.ts'
import { settings } from './settings.ts'

/** An attempt must outlive its call, or the recovery would take over while the call runs. */
export function attemptDeadlineSeconds(read: ReadSetting): number {
  const seconds = read(settings.ATTEMPT_DEADLINE_SECONDS)
  if (seconds * 1_000 > read(settings.INTEGRATOR_TIMEOUT_MS)) return seconds
  throw new ConfigurationError('ATTEMPT_DEADLINE_SECONDS must be longer than INTEGRATOR_TIMEOUT_MS')
}

/** The settings of every service. */
export const serviceSettings = (read: ReadSetting, defaultPort: number) => ({
  host: read(settings.HOST),
  port: read({ ...settings.PORT, default: defaultPort }),
  metricsPort: read(orNull(settings.METRICS_PORT)),
  logLevel: read(settings.LOG_LEVEL),
  traceEndpoint: read(orNull(settings.OTEL_EXPORTER_OTLP_ENDPOINT)),
})

/** The settings of services that follow the log. */
export const followerSettings = (read: ReadSetting, defaultPort: number) => ({
  ...serviceSettings(read, defaultPort),
  databaseUrl: read(settings.DATABASE_URL),
  destroyedKeys: read(orNull(settings.DESTROYED_KEYS)),
  witness: read(orNull(settings.NOTARY_WITNESS)),
  eventStoreUrl: read(settings.EVENTSTORE_URL),
  vaultKey: read(settings.VAULT_KEY),
})

/** The settings of services that answer requests of the API. */
export const apiSettings = (read: ReadSetting, defaultPort: number) => ({
  ...serviceSettings(read, defaultPort),
  drainMs: drainMs(read),
  trustedProxies: trustedProxies(read),
  signIn: signInSettings(read),
  ratePerKey: read(settings.RATE_PER_KEY),
  databaseUrl: read(settings.DATABASE_URL),
  destroyedKeys: read(orNull(settings.DESTROYED_KEYS)),
  witness: read(orNull(settings.NOTARY_WITNESS)),
  databaseConnections: read(settings.DATABASE_CONNECTIONS),
  readDatabaseUrl: read(orNull(settings.READ_DATABASE_URL)) ?? read(settings.DATABASE_URL),
  readLagMs: 1_000 * read(settings.READ_LAG_SECONDS),
  readWaitMs: read(settings.READ_WAIT_MS),
})

/** How long a service continues after its shutdown has begun. */
export const drainMs = (read: ReadSetting) => 1_000 * read(settings.DRAIN_SECONDS)

/** Whose word about a client's address counts. */
export const trustedProxies = (read: ReadSetting): readonly string[] =>
  read(orNull(settings.TRUSTED_PROXIES)) ?? []

/** How services that know users treat sign-ins. */
export const signInSettings = (read: ReadSetting) => ({
  perUser: read(settings.SIGN_IN_ATTEMPTS_PER_USER),
  perAddress: read(settings.SIGN_IN_ATTEMPTS_PER_ADDRESS),
  hashKey: signInKey(read),
  /** Null where no other process has it. */
  sharedKey: read(orNull(settings.SIGN_IN_KEY)),
})

/** With a key of its own, a process counts by itself: each further one is as many guesses more. */
function signInKey(read: ReadSetting): Buffer {
  const given = read(orNull(settings.SIGN_IN_KEY))
  if (given === null && read(orNull(settings.NODE_ENV)) === 'production') {
    throw new ConfigurationError(
      'SIGN_IN_KEY must be 64 hexadecimal digits with NODE_ENV=production, the same for all services; it is not set',
    )
  }
  return given ?? randomBytes(32)
}
