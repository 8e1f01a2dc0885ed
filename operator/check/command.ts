import { resolve } from 'node:path'
import { type Finding, fault, reportFindings } from '#kernel/platform/checks/finding.ts'
import { CommandError, command } from '#kernel/platform/cli/command.ts'
import { findSystem, type SystemAddress } from '#kernel/platform/cli/find-system.ts'
import { databaseFindings, replicaFindings } from '#kernel/platform/database/findings.ts'
import { eventStoreFindings } from '#kernel/platform/event-store/check/findings.ts'
import { kafkaConnection, kafkaTopics } from '#kernel/platform/kafka/kafka-settings.ts'
import {
  ConfigurationError,
  type Environment,
  settingsFrom,
} from '#kernel/platform/settings/read.ts'
import { orNull } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import { kafkaFindings } from '#publishing/kafka/findings.ts'
import { keptFileFinding, providerFinding, secretFindings } from './surroundings.ts'

export const checkCommand = command(
  'check',
  (declared) =>
    declared
      .description(
        'Looks at everything that a system needs: PostgreSQL, the event store, Kafka, providers, and the files of secrets. Changes nothing. Exit code 1 if something does not work.',
      )
      .option('--json', 'one JSON object on the last line'),
  async ({ options: { json = false } }, { environment, stdout }) =>
    reportFindings(systemFindings(environment), stdout, { json }),
)

const providers = [
  settings.INTEGRATOR_URL,
  settings.KMTS_URL,
  settings.BANK_GATEWAY_URL,
  settings.TAXPAYER_REGISTRY_URL,
]
const keptFiles = [settings.NOTARY_WITNESS, settings.DESTROYED_KEYS, settings.LAST_EVENT]

async function* systemFindings(environment: Environment): AsyncGenerator<Finding> {
  yield* await secretFindings(environment, Object.values(settings))
  const read = settingsFrom(environment)
  const system = foundSystem(environment)
  if ('verdict' in system) {
    yield system
    return
  }
  yield* databaseFindings(system.databaseUrl, 'DATABASE_URL')
  const replica = read(orNull(settings.READ_DATABASE_URL))
  if (replica !== null) {
    yield* databaseFindings(replica, 'READ_DATABASE_URL', { isOnlyRead: true })
    yield* replicaFindings(system.databaseUrl, replica)
  }
  yield* eventStoreFindings(system.eventStoreUrl)
  const brokers = read(orNull(settings.KAFKA_BROKERS))
  if (brokers !== null && brokers !== 'embedded') {
    yield* kafkaFindings(kafkaConnection(read), kafkaTopics(read))
  }
  for (const provider of providers) {
    const url = read(orNull(provider))
    if (url !== null) yield await providerFinding(provider.name, url)
  }
  for (const kept of keptFiles) {
    const file = read(orNull(kept))
    if (file !== null) yield await keptFileFinding(kept.name, resolve(file))
  }
}

/** Where a setting is wrong or no system is found, that is the finding. */
function foundSystem(environment: Environment): SystemAddress | Finding {
  try {
    return findSystem(environment, 'command')
  } catch (error) {
    if (error instanceof ConfigurationError || error instanceof CommandError) {
      return fault('settings', error.message)
    }
    throw error
  }
}
