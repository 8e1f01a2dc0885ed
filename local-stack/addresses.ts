import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { kafkaLibraries } from './kafka/distribution.ts'
import type { EmbeddedKafka } from './kafka/embedded-kafka.ts'
import { databaseUrl, type EmbeddedPostgres } from './postgres/embedded-postgres.ts'
import { roleUrls, sameForEachRole } from './postgres/role-urls.ts'
import { keyFilesOf, type StackSettings } from './settings.ts'
import { keptSecret } from './supervisor/kept-secret.ts'

export type Addresses = Awaited<ReturnType<typeof chooseAddresses>>

export const postgresSettings = [
  'fsync=on',
  'synchronous_commit=on',
  'max_connections=200',
  'shared_buffers=128MB',
  'work_mem=16MB',
  'maintenance_work_mem=128MB',
  'max_wal_size=2GB',
  'checkpoint_timeout=15min',
  'random_page_cost=1.1',
  'jit=off',
]

/** The address of every part during this run: configured, or embedded on a free port. */
export async function chooseAddresses(settings: StackSettings, report: (line: string) => void) {
  const postgres = settings.databaseUrl === null ? await embeddedPostgres(settings.folder) : null
  const kafka = settings.kafka === 'embedded' ? await embeddedKafka(settings.folder, report) : null
  const eventStorePort = settings.eventStoreUrl === null ? await freePort() : null
  const needsSandbox = Object.values(settings.providers).includes(null)
  const sandboxPort = needsSandbox ? await freePort() : null
  const eventStoreToken = keptSecret(join(settings.folder, 'event-store.token'), 24)
  const keyFiles = keyFilesOf(settings.folder)
  const ports = {
    command: await freePort(),
    query: await freePort(),
    projections: await freePort(),
    audit: await freePort(),
    eventStore: eventStorePort,
    sandbox: sandboxPort,
    feed: settings.kafka === null ? null : await freePort(),
    webhooks: settings.webhooks ? await freePort() : null,
  }
  return {
    postgres,
    kafka,
    ports,
    baseUrl: localUrl(settings.port),
    commandUrl: localUrl(ports.command),
    queryUrl: localUrl(ports.query),
    projectionsUrl: localUrl(ports.projections),
    auditUrl: localUrl(ports.audit),
    webhooksUrl: ports.webhooks === null ? null : localUrl(ports.webhooks),
    feedUrl: ports.feed === null ? null : localUrl(ports.feed),
    kafkaBrokers: kafka === null ? settings.kafka : `127.0.0.1:${kafka.port}`,
    docsExamples: hasDocsExamples(settings) ? join(settings.folder, 'docs-examples.json') : null,
    sandboxUrl: sandboxPort === null ? null : localUrl(sandboxPort),
    ...databaseAddresses(settings, postgres),
    eventStoreUrl:
      settings.eventStoreUrl ??
      `esdb://127.0.0.1:${eventStorePort}?tls=false&connectionName=${eventStoreToken}`,
    eventStoreToken,
    vaultKey: keptSecret(keyFiles.vault, 32, settings.keys.vault),
    signInKey: keptSecret(keyFiles.signIn, 32, settings.keys.signIn),
    notaryKey: keptSecret(keyFiles.notary, 32, settings.keys.notary),
  }
}

/** At a real provider the examples would make documents. */
const hasDocsExamples = ({ demo, demoExamples, providers }: StackSettings) =>
  demo && demoExamples && Object.values(providers).every((url) => url === null)

function databaseAddresses(
  { databaseUrl: given }: StackSettings,
  postgres: EmbeddedPostgres | null,
) {
  if (postgres === null)
    return { databaseUrl: given ?? '', databases: sameForEachRole(given ?? '') }
  const administratorUrl = databaseUrl(postgres, 'sarraf')
  return { databaseUrl: administratorUrl, databases: roleUrls(administratorUrl) }
}

async function embeddedPostgres(folder: string): Promise<EmbeddedPostgres> {
  return {
    folder: join(folder, 'postgres'),
    port: await freePort(),
    password: keptSecret(join(folder, 'postgres.password'), 24),
    settings: postgresSettings,
  }
}

async function embeddedKafka(
  folder: string,
  report: (line: string) => void,
): Promise<EmbeddedKafka> {
  return {
    folder: join(folder, 'kafka'),
    port: await freePort(),
    controllerPort: await freePort(),
    libraries: await kafkaLibraries(() => report('downloading Apache Kafka (first start only)')),
  }
}

const localUrl = (port: number) => `http://127.0.0.1:${port}`
