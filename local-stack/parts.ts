import { join } from 'node:path'
import type { LoginRole } from '#kernel/platform/database/roles.ts'
import type { Addresses } from './addresses.ts'
import {
  kafkaPart,
  nodePart,
  postgresPart,
  type SharingPart,
  type StackPart,
  sharedPart,
} from './part-kinds.ts'
import type { StackSettings } from './settings.ts'

/** Every part of the system that runs on this machine with this configuration. */
export function stackParts(settings: StackSettings, addresses: Addresses): readonly StackPart[] {
  const { ports, postgres, kafka, sandboxUrl } = addresses
  const { databaseOf, logFor } = storesIn(addresses, settings)
  const signIns = signInsOf(addresses)
  const witness = { NOTARY_WITNESS: settings.notaryWitness }
  const node = nodePart(settings)
  const parts: readonly (StackPart | null)[] = [
    postgres === null ? null : postgresPart(postgres, settings),
    kafka === null ? null : kafkaPart(kafka, settings.folder),
    node('gateway', 'local-stack/gateway/main.ts', settings.port, {
      environment: gatewayEnvironment(settings, addresses),
      readyPath: '/health/live',
    }),
    node('eventStore', 'local-stack/event-store/main.ts', ports.eventStore, {
      environment: {
        ...databaseOf('eventStore'),
        EVENTSTORE_TOKEN: addresses.eventStoreToken,
      },
      after: ['postgres'],
    }),
    node('query', 'query-service/main.ts', ports.query, {
      environment: { ...databaseOf('query'), ...witness, ...signIns, ...docsOf(addresses) },
      after: ['postgres'],
      readyPath: '/health/ready',
    }),
    node('projections', 'projections/main.ts', ports.projections, {
      environment: { ...logFor('projections'), NOTARY_KEY: addresses.notaryKey },
      after: ['postgres'],
      readyPath: '/health/ready',
    }),
    sharedPart(settings, sharingParts(settings, addresses)),
    // Liveness is enough: an unreachable Kafka affects only the feed's consumers.
    node('feed', 'publishing/kafka/main.ts', ports.feed, {
      environment: { ...logFor('feed'), ...feedEnvironment(settings, addresses) },
      after: ['postgres'],
      readyPath: '/health/live',
    }),
    node('command', 'command-service/main.ts', ports.command, {
      environment: {
        ...logFor('command'),
        ...signIns,
        ...commandEnvironment(settings, sandboxUrl),
      },
      after: ['postgres'],
      readyPath: '/health/ready',
    }),
  ]
  return parts.filter((part) => part !== null)
}

/** None of them is needed for an answer of the API: liveness is enough. */
function sharingParts(settings: StackSettings, addresses: Addresses): readonly SharingPart[] {
  const { ports } = addresses
  const { logFor } = storesIn(addresses, settings)
  return [
    {
      name: 'sandbox',
      port: ports.sandbox,
      environment: { DATA_DIR: join(settings.folder, 'sandbox') },
      readyPath: '/health/live',
    },
    {
      name: 'audit',
      port: ports.audit,
      environment: { ...logFor('auditor'), ...signInsOf(addresses), ...feedOf(addresses) },
      readyPath: '/health/live',
    },
    {
      name: 'webhooks',
      port: ports.webhooks,
      environment: logFor('webhooks'),
      readyPath: '/health/live',
    },
  ]
}

const signInsOf = ({ signInKey }: Addresses) => ({
  SIGN_IN_KEY: signInKey,
  TRUSTED_PROXIES: '127.0.0.1',
})

const docsOf = ({ docsExamples }: Addresses) => ({ DOCS_EXAMPLES: docsExamples ?? '' })

function storesIn(
  { databases, eventStoreUrl, vaultKey }: Addresses,
  { destroyedKeys, notaryWitness }: StackSettings,
) {
  const databaseOf = (role: LoginRole) => ({
    DATABASE_URL: databases[role],
    DESTROYED_KEYS: destroyedKeys,
  })
  const logFor = (role: LoginRole) => ({
    ...databaseOf(role),
    EVENTSTORE_URL: eventStoreUrl,
    VAULT_KEY: vaultKey,
    NOTARY_WITNESS: notaryWitness,
  })
  return { databaseOf, logFor }
}

const feedOf = ({ feedUrl }: Addresses) => ({ FEED_URL: feedUrl ?? '' })

const gatewayEnvironment = ({ metricsPort }: StackSettings, addresses: Addresses) => ({
  METRICS_PORT: String(metricsPort ?? ''),
  COMMAND_URL: addresses.commandUrl,
  QUERY_URL: addresses.queryUrl,
  PROJECTIONS_URL: addresses.projectionsUrl,
  AUDIT_URL: addresses.auditUrl,
  ...feedOf(addresses),
  WEBHOOKS_URL: addresses.webhooksUrl ?? '',
})

const feedEnvironment = ({ schemasUrl }: StackSettings, { baseUrl, kafkaBrokers }: Addresses) => ({
  KAFKA_BROKERS: kafkaBrokers ?? '',
  SCHEMAS_URL: schemasUrl ?? `${baseUrl}/schemas`,
})

const commandEnvironment = (
  { providers, lastEvent }: StackSettings,
  sandboxUrl: string | null,
) => ({
  ...Object.fromEntries(
    Object.entries(providers).map(([name, url]) => [name, url ?? sandboxUrl ?? '']),
  ),
  LAST_EVENT: lastEvent,
})
