import { join, resolve } from 'node:path'
import { kafkaConnection, kafkaTopics } from '#kernel/platform/kafka/kafka-settings.ts'
import { attemptDeadlineSeconds, trustedProxies } from '#kernel/platform/settings/of-services.ts'
import { ConfigurationError, type ReadSetting } from '#kernel/platform/settings/read.ts'
import { orNull } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import { DESTROYED_KEYS_FILE } from '#kernel/platform/vault/destroyed-key-list.ts'
import { agreeing } from './supervisor/kept-secret.ts'

export type StackSettings = ReturnType<typeof readStackSettings>

/**
 * What `npm start` reads. The parts read their own settings from the same environment; they are
 * checked here too, so that a wrong value stops the start at once.
 */
export function readStackSettings(read: ReadSetting) {
  for (const setting of readByParts) read(setting)
  trustedProxies(read)
  read(settings.WEBHOOKS_ALLOW_PRIVATE)
  read(settings.HEALTH_REASONS)
  read(orNull(settings.AUDIT_HOSTS))
  refuseAddressesOfOwnParts(read)
  const folder = resolve(read(settings.DATA_DIR))
  return {
    port: read(settings.PORT),
    metricsPort: read(orNull(settings.METRICS_PORT)),
    folder,
    notaryWitness: resolve(
      read(orNull(settings.NOTARY_WITNESS)) ?? join(folder, 'notary', 'witness.ndjson'),
    ),
    lastEvent: resolve(read(orNull(settings.LAST_EVENT)) ?? join(folder, 'last-event.json')),
    destroyedKeys: resolve(
      read(orNull(settings.DESTROYED_KEYS)) ?? join(folder, DESTROYED_KEYS_FILE),
    ),
    keys: givenKeys(read, folder),
    databaseUrl: read(orNull(settings.DATABASE_URL)),
    eventStoreUrl: read(orNull(settings.EVENTSTORE_URL)),
    kafka: kafkaOf(read),
    schemasUrl: read(orNull(settings.SCHEMAS_URL)),
    demo: read(settings.DEMO),
    demoExamples: read(settings.DEMO_EXAMPLES),
    webhooks: read(settings.WEBHOOKS),
    providers: {
      INTEGRATOR_URL: read(orNull(settings.INTEGRATOR_URL)),
      KMTS_URL: read(orNull(settings.KMTS_URL)),
      BANK_GATEWAY_URL: read(orNull(settings.BANK_GATEWAY_URL)),
      TAXPAYER_REGISTRY_URL: read(orNull(settings.TAXPAYER_REGISTRY_URL)),
    },
    attemptDeadlineSeconds: attemptDeadlineSeconds(read),
    sanctionSources: read(orNull(settings.SANCTION_SOURCES)) ?? [],
    logLevel: read(settings.LOG_LEVEL),
  }
}

/** Null: what the folder has, or will have. */
function givenKeys(read: ReadSetting, folder: string) {
  const given = (setting: typeof settings.VAULT_KEY, file: string) =>
    agreeing(read(orNull(setting)), setting, file)
  const files = keyFilesOf(folder)
  return {
    vault: given(settings.VAULT_KEY, files.vault),
    signIn: given(settings.SIGN_IN_KEY, files.signIn),
    notary: given(settings.NOTARY_KEY, files.notary),
  }
}

export const keyFilesOf = (folder: string) => ({
  vault: join(folder, 'vault.key'),
  signIn: join(folder, 'sign-in.key'),
  notary: join(folder, 'notary.key'),
})

const OWN_HOST = '127.0.0.1'

/** They would have no effect. */
function refuseAddressesOfOwnParts(read: ReadSetting) {
  if (![null, OWN_HOST].includes(read(orNull(settings.HOST)))) {
    throw new ConfigurationError(`HOST has no effect on npm start: it listens on ${OWN_HOST} alone`)
  }
  for (const setting of ownParts) {
    if (read(orNull(setting)) === null) continue
    throw new ConfigurationError(
      `${setting.name} has no effect on npm start: it runs that part itself`,
    )
  }
}

const ownParts = [
  settings.COMMAND_URL,
  settings.QUERY_URL,
  settings.PROJECTIONS_URL,
  settings.AUDIT_URL,
  settings.FEED_URL,
  settings.WEBHOOKS_URL,
  settings.EVENTSTORE_TOKEN,
  settings.DOCS_EXAMPLES,
]

const readByParts = [
  settings.EVENTSTORE_TIMEOUT_MS,
  settings.KMTS_TIMEOUT_MS,
  settings.BANK_TIMEOUT_MS,
  settings.TAXPAYER_CACHE_SECONDS,
  settings.SMS_COOLDOWN_SECONDS,
  settings.SMS_PER_PHONE_HOUR,
  settings.SMS_PER_PHONE_DAY,
  settings.SENT_CHECK_SECONDS,
  settings.SENT_CHECKS,
  settings.READ_WAIT_MS,
  settings.RATE_PER_KEY,
  settings.SIGN_IN_ATTEMPTS_PER_USER,
  settings.SIGN_IN_ATTEMPTS_PER_ADDRESS,
  settings.NOTARY_INTERVAL_SECONDS,
]

/** Null: no feed. `embedded`: on a broker of our own. Else the brokers' addresses. */
function kafkaOf(read: ReadSetting): string | null {
  const given = read(orNull(settings.KAFKA_BROKERS))
  if (given === null) return null
  kafkaTopics(read)
  return given === 'embedded' ? given : kafkaConnection(read).brokers.join(',')
}
