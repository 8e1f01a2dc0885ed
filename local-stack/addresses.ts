import { join } from 'node:path'
import type { StackConfig } from './config.ts'
import { freePort } from './free-port.ts'
import { kafkaLibraries } from './kafka/distribution.ts'
import type { EmbeddedKafka } from './kafka/embedded-kafka.ts'
import { databaseUrl, type EmbeddedPostgres } from './postgres/embedded-postgres.ts'
import { keptSecret } from './supervisor/kept-secret.ts'

export type Addresses = Awaited<ReturnType<typeof chooseAddresses>>

export const postgresSettings = [
  'fsync=on',
  'synchronous_commit=on',
  'max_connections=200',
  'shared_buffers=256MB',
  'work_mem=16MB',
  'maintenance_work_mem=128MB',
  'max_wal_size=2GB',
  'checkpoint_timeout=15min',
  'random_page_cost=1.1',
  'jit=off',
]

/** The address of every part during this run: configured, or embedded on a free port. */
export async function chooseAddresses(config: StackConfig, report: (line: string) => void) {
  const postgres = config.databaseUrl === null ? await embeddedPostgres(config.folder) : null
  const kafka = config.kafka === 'embedded' ? await embeddedKafka(config.folder, report) : null
  const eventStorePort = config.eventStoreUrl === null ? await freePort() : null
  const needsSandbox = Object.values(config.providers).includes(null)
  const sandboxPort = needsSandbox ? await freePort() : null
  const ports = {
    command: await freePort(),
    query: await freePort(),
    projections: await freePort(),
    audit: await freePort(),
    eventStore: eventStorePort,
    sandbox: sandboxPort,
    feed: config.kafka === null ? null : await freePort(),
  }
  return {
    postgres,
    kafka,
    ports,
    baseUrl: localUrl(config.port),
    commandUrl: localUrl(ports.command),
    queryUrl: localUrl(ports.query),
    projectionsUrl: localUrl(ports.projections),
    auditUrl: localUrl(ports.audit),
    feedUrl: ports.feed === null ? null : localUrl(ports.feed),
    kafkaBrokers: kafka === null ? config.kafka : `127.0.0.1:${kafka.port}`,
    sandboxUrl: sandboxPort === null ? null : localUrl(sandboxPort),
    databaseUrl: config.databaseUrl ?? (postgres === null ? '' : databaseUrl(postgres, 'sarraf')),
    eventStoreUrl: config.eventStoreUrl ?? `esdb://127.0.0.1:${eventStorePort}?tls=false`,
    vaultKey: keptSecret(join(config.folder, 'vault.key'), 32),
    notaryKey: keptSecret(join(config.folder, 'notary.key'), 32),
  }
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
