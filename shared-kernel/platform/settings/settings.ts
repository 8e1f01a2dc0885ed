import { logLevels } from '../process/logger.ts'
import { databaseSettings } from './database-settings.ts'
import { eventStoreSettings } from './event-store-settings.ts'
import { feedSettings } from './feed-settings.ts'
import { retentionSettings } from './retention-settings.ts'
import { sanctionSettings } from './sanction-settings.ts'
import { addresses, boolean, hosts, integer, oneOf, port, secretHex, text, url } from './setting.ts'
import { voucherSettings } from './voucher-settings.ts'

const HTTP = ['http:', 'https:']
const PLAIN_HTTP = ['http:']
const MINUTE_MS = 60_000
const TIMEOUT_MS = { minimum: 1, maximum: 600_000 }
const DAY_SECONDS = 86_400

/** Every variable that a process reads, in the order of docs/settings.md. */
export const settings = {
  PORT: port('PORT', {
    default: 8080,
    meaning: 'The port of the API; each service has its own default.',
  }),
  HOST: text('HOST', {
    default: '127.0.0.1',
    meaning: 'The address on which a service listens that is started alone.',
  }),
  DATA_DIR: text('DATA_DIR', {
    default: '.data',
    meaning: 'The folder with all data of the embedded parts.',
  }),
  ...databaseSettings,
  ...eventStoreSettings,
  VAULT_KEY: secretHex('VAULT_KEY', {
    bytes: 32,
    meaning:
      'The key of the vault; `npm start` keeps the one that it is given, or one that it creates, in `DATA_DIR`, and takes no other from then on.',
  }),
  NOTARY_KEY: secretHex('NOTARY_KEY', {
    bytes: 32,
    meaning:
      'The seed of the Ed25519 key that signs the hash chain; without it nothing is signed. `npm start` creates one.',
  }),
  NOTARY_WITNESS: text('NOTARY_WITNESS', {
    meaning:
      'The file outside the database in which the notary keeps each head before it signs it into the log; required with `NOTARY_KEY`. Each service that it is given to holds the log against it: one without the last head was set back, and nothing is read or written. `npm start` uses `notary/witness.ndjson` in `DATA_DIR`.',
  }),
  DESTROYED_KEYS: text('DESTROYED_KEYS', {
    meaning:
      'The file outside the database that lists the keys of people who were forgotten; a restore and each start read it. With the system of `DATA_DIR`: `destroyed-keys.ndjson` there.',
  }),
  LAST_EVENT: text('LAST_EVENT', {
    meaning:
      'The file outside the database in which the command service keeps the last event of the log and the last key of the vault that it knows; a log or a vault without them was set back, and nothing is written to it. `npm start` uses `last-event.json` in `DATA_DIR`.',
  }),
  ...retentionSettings,
  ...sanctionSettings,
  NOTARY_INTERVAL_SECONDS: integer('NOTARY_INTERVAL_SECONDS', {
    default: 60,
    minimum: 1,
    maximum: DAY_SECONDS,
    meaning: 'The time between two signatures.',
  }),
  WEBHOOKS: boolean('WEBHOOKS', {
    default: true,
    meaning: 'Whether `npm start` runs the process that delivers webhooks.',
  }),
  WEBHOOKS_ALLOW_PRIVATE: boolean('WEBHOOKS_ALLOW_PRIVATE', {
    default: false,
    meaning:
      'Whether webhooks may go to addresses of private networks and by plain HTTP: for receivers on your own machine.',
  }),
  HEALTH_REASONS: boolean('HEALTH_REASONS', {
    default: false,
    meaning:
      'Whether `/health/ready` of the gateway says to everybody why a service is not ready, with streams and positions; only where no stranger reaches it. Each service says so on its own port, and the gateway’s log does.',
  }),
  SIGN_IN_ATTEMPTS_PER_USER: integer('SIGN_IN_ATTEMPTS_PER_USER', {
    default: 10,
    meaning:
      'How many wrong secrets of one user may come from one address in 15 minutes; 0 sets no limit.',
  }),
  SIGN_IN_ATTEMPTS_PER_ADDRESS: integer('SIGN_IN_ATTEMPTS_PER_ADDRESS', {
    default: 100,
    meaning: 'How many wrong secrets may come from one address in 15 minutes; 0 sets no limit.',
  }),
  RATE_PER_KEY: integer('RATE_PER_KEY', {
    default: 50,
    meaning:
      'How many requests of `/v1` one API key may send in a second, and four times as many at once, to each instance of a service; 0 sets no limit.',
  }),
  SIGN_IN_KEY: secretHex('SIGN_IN_KEY', {
    bytes: 32,
    meaning:
      'The key under which sign-ins are counted and logged, and under which the command service tells the query service how API keys are signed; the same for all services. `npm start` makes one. The query service does not start without it; another process makes one of its own, so limits hold for each by itself. With `NODE_ENV=production` all must have it.',
  }),
  TRUSTED_PROXIES: addresses('TRUSTED_PROXIES', {
    meaning:
      'The proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` count; without it none of them do.',
  }),
  AUDIT_HOSTS: hosts('AUDIT_HOSTS', {
    meaning:
      'The hosts under which browsers reach the audit page and the console (`audit.example`, `audit.example:8443`), where a proxy does not pass on `Host`.',
  }),
  READ_WAIT_MS: integer('READ_WAIT_MS', {
    default: 2_000,
    maximum: MINUTE_MS,
    meaning:
      'The longest time that a write, or a read that asks for a position, waits for the read models.',
  }),
  DEMO: boolean('DEMO', {
    default: true,
    meaning: 'Whether `npm start` imports the demo company.',
  }),
  DEMO_EXAMPLES: boolean('DEMO_EXAMPLES', {
    default: true,
    meaning:
      'Whether `npm start` also makes the records that the examples at `/docs` name, and fills in the demo key there; only where the sandbox is every provider.',
  }),
  DOCS_EXAMPLES: text('DOCS_EXAMPLES', {
    meaning:
      'The file with a key and requests that fill in the pages at `/docs`, for everybody who opens them; `npm start` writes the one of its demo company. Never for a system that is reached from elsewhere.',
  }),
  INTEGRATOR_URL: url('INTEGRATOR_URL', {
    protocols: HTTP,
    meaning: 'The e-document integrator; without it `npm start` uses the sandbox.',
  }),
  KMTS_URL: url('KMTS_URL', {
    protocols: HTTP,
    meaning: 'The KMTS register; without it `npm start` uses the sandbox.',
  }),
  BANK_GATEWAY_URL: url('BANK_GATEWAY_URL', {
    protocols: HTTP,
    meaning: 'The bank gateway; without it `npm start` uses the sandbox.',
  }),
  TAXPAYER_REGISTRY_URL: url('TAXPAYER_REGISTRY_URL', {
    protocols: HTTP,
    meaning: 'The taxpayer registry; without it `npm start` uses the sandbox.',
  }),
  INTEGRATOR_TIMEOUT_MS: integer('INTEGRATOR_TIMEOUT_MS', {
    default: 15_000,
    ...TIMEOUT_MS,
    meaning: 'The longest wait for an answer of the integrator or the taxpayer registry.',
  }),
  KMTS_TIMEOUT_MS: integer('KMTS_TIMEOUT_MS', {
    default: 10_000,
    ...TIMEOUT_MS,
    meaning: 'The longest wait for an answer of the KMTS register.',
  }),
  BANK_TIMEOUT_MS: integer('BANK_TIMEOUT_MS', {
    default: 30_000,
    ...TIMEOUT_MS,
    meaning: 'The longest wait for an answer of the bank gateway.',
  }),
  TAXPAYER_CACHE_SECONDS: integer('TAXPAYER_CACHE_SECONDS', {
    default: DAY_SECONDS,
    maximum: 7 * DAY_SECONDS,
    meaning:
      'How long the answer that a person or company is an e-invoice taxpayer is reused, the opposite answer for 10 minutes at most; 0 means a query for each document.',
  }),
  ...voucherSettings,
  ATTEMPT_DEADLINE_SECONDS: integer('ATTEMPT_DEADLINE_SECONDS', {
    default: 60,
    maximum: DAY_SECONDS,
    meaning:
      'The time after which the recovery takes over a document that a request began; must be longer than `INTEGRATOR_TIMEOUT_MS`.',
  }),
  ...feedSettings,
  NODE_ENV: text('NODE_ENV', {
    meaning:
      'With `production`, `SIGN_IN_KEY` must be set, and `audit -- verify` ends with 3 if no head from outside the database is given.',
  }),
  METRICS_PORT: port('METRICS_PORT', {
    meaning: 'A separate port for `/metrics`; without it they are served on `PORT`.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('OTEL_EXPORTER_OTLP_ENDPOINT', {
    protocols: HTTP,
    meaning:
      'The base address of an OpenTelemetry receiver (OTLP over HTTP), to which each service sends its traces; without it nothing is traced.',
  }),
  LOG_LEVEL: oneOf('LOG_LEVEL', {
    choices: logLevels,
    default: 'info',
    meaning: 'The lowest level that is logged.',
  }),
  DRAIN_SECONDS: integer('DRAIN_SECONDS', {
    default: 0,
    maximum: 300,
    meaning:
      'How long a service continues after SIGTERM, with `/health/ready` at 503, before it stops listening: the time in which the proxies in front of several instances notice.',
  }),
  COMMAND_URL: url('COMMAND_URL', {
    protocols: PLAIN_HTTP,
    meaning: 'The URL of the command service, for the gateway; `npm start` sets it.',
  }),
  QUERY_URL: url('QUERY_URL', {
    protocols: PLAIN_HTTP,
    meaning: 'The URL of the query service, for the gateway; `npm start` sets it.',
  }),
  PROJECTIONS_URL: url('PROJECTIONS_URL', {
    protocols: PLAIN_HTTP,
    meaning: 'The URL of the projections, for the gateway; `npm start` sets it.',
  }),
  AUDIT_URL: url('AUDIT_URL', {
    protocols: PLAIN_HTTP,
    meaning: 'The URL of the audit page, for the gateway; `npm start` sets it.',
  }),
  FEED_URL: url('FEED_URL', {
    protocols: PLAIN_HTTP,
    meaning:
      'The URL of the Kafka feed, for the gateway, the console and `projections -- status`; `npm start` sets it.',
  }),
  WEBHOOKS_URL: url('WEBHOOKS_URL', {
    protocols: PLAIN_HTTP,
    meaning: 'The URL of the process that delivers webhooks, for the gateway; `npm start` sets it.',
  }),
}
