import { fileVariable } from './read.ts'
import type { Setting } from './setting.ts'
import { settings } from './settings.ts'

/** What an installation hardly ever sets: how long and how often, and what parts that run alone need. */
const forTestsAndTuning: ReadonlySet<string> = new Set<keyof typeof settings>([
  'DATABASE_CONNECTIONS',
  'EVENTSTORE_TOKEN',
  'EVENTSTORE_CERTIFICATE',
  'EVENTSTORE_CERTIFICATE_KEY',
  'EVENTSTORE_VERSION',
  'EVENTSTORE_TIMEOUT_MS',
  'NOTARY_INTERVAL_SECONDS',
  'SIGN_IN_ATTEMPTS_PER_USER',
  'SIGN_IN_ATTEMPTS_PER_ADDRESS',
  'RATE_PER_KEY',
  'READ_WAIT_MS',
  'INTEGRATOR_TIMEOUT_MS',
  'KMTS_TIMEOUT_MS',
  'BANK_TIMEOUT_MS',
  'TAXPAYER_CACHE_SECONDS',
  'SMS_COOLDOWN_SECONDS',
  'SMS_PER_PHONE_HOUR',
  'SMS_PER_PHONE_DAY',
  'SENT_CHECK_SECONDS',
  'SENT_CHECKS',
  'ATTEMPT_DEADLINE_SECONDS',
  'KAFKA_PARTITIONS',
  'KAFKA_RETENTION_MS',
  'SCHEMAS_URL',
  'NODE_ENV',
  'METRICS_PORT',
  'DRAIN_SECONDS',
  'COMMAND_URL',
  'QUERY_URL',
  'PROJECTIONS_URL',
  'AUDIT_URL',
  'FEED_URL',
  'WEBHOOKS_URL',
  'DEMO_EXAMPLES',
  'DOCS_EXAMPLES',
])

/** `docs/settings.md`: the settings as they are declared. */
export function settingsPage(): string {
  const all = Object.values(settings)
  return `# Settings

Written by \`npm run generate\`. Every process reads its settings from the environment, once, at its start. A wrong value stops the start
with one line that names the variable. A setting that may come from \`NAME_FILE\` is a secret: the file holds it, and only one of the two is set.
\`docker-compose.yml\` takes them from \`deploy/.env\` and \`deploy/secrets\`: [containers.md](containers.md).

## What an installation sets

${tableOf(all.filter(({ name }) => !forTestsAndTuning.has(name)))}
## For tests and tuning

${tableOf(all.filter(({ name }) => forTestsAndTuning.has(name)))}`
}

const tableOf = (rows: readonly Setting[]) =>
  ['| variable | default | value | meaning |', '|---|---|---|---|']
    .concat(rows.map(rowOf))
    .map((line) => `${line}\n`)
    .join('')

const rowOf = ({ name, secret = false, default: fallback, allowed, meaning }: Setting) =>
  `| \`${name}\`${secret ? ` or \`${fileVariable(name)}\`` : ''} | ${fallback === undefined ? 'none' : `\`${fallback}\``} | ${allowed} | ${meaning} |`
