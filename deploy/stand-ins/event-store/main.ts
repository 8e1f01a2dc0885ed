import { rm } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer } from 'node:net'
import { pipeline } from 'node:stream'
import { runService } from '#kernel/platform/lifecycle.ts'
import { createLogger } from '#kernel/platform/logger.ts'
import { startEventStoreNode } from '#stack/event-store/node.ts'
import { databaseUrl, startPostgres, stopPostgres } from '#stack/postgres/embedded-postgres.ts'

/** The port of the official image, for gRPC (HTTP/2) and for its health check (HTTP/1.1) alike. */
const PORT = 2113
const HEALTH_PORT = 2114
const HTTP2_BEGINS_WITH = 'PRI'

const data = '/var/lib/eventstore/postgres'
const postgres = {
  folder: data,
  port: 5432,
  password: 'inside',
  settings: ['max_connections=50', 'fsync=off'],
}
const logger = createLogger({ name: 'event-store-stand-in', level: 'info' })

// While the image is built, so that no container spends its first seconds on it.
if (process.argv.includes('--prepare')) {
  await stopPostgres(await startPostgres(postgres))
  process.exit(0)
}

if (process.env['EVENTSTORE_INSECURE'] !== 'true')
  throw new Error('it has no TLS: EVENTSTORE_INSECURE=true')
if (Number(process.env['EVENTSTORE_CLUSTER_SIZE'] ?? 1) !== 1) throw new Error('it has no cluster')

await runService({
  logger,
  start: async (onClose) => {
    // A killed container leaves its lock behind; nobody else is in here.
    await rm(`${data}/postmaster.pid`, { force: true })
    const server = await startPostgres(postgres)
    onClose('PostgreSQL', () => stopPostgres(server))
    const node = await startEventStoreNode({
      databaseUrl: databaseUrl(postgres),
      host: '127.0.0.1',
      port: 0,
      logger,
      onLost: () => process.exit(1),
    })
    onClose('event store node', node.close)
    const health = createHttpServer((request, response) => {
      response.writeHead(request.url === '/health/live' ? 204 : 404).end()
    }).listen(HEALTH_PORT, '127.0.0.1')
    onClose('health', () => health.close())
    const front = createServer((client) => {
      client.on('error', () => client.destroy())
      client.once('data', (first) => {
        const isHttp2 = String(first.subarray(0, 3)) === HTTP2_BEGINS_WITH
        const upstream = connect(isHttp2 ? node.port : HEALTH_PORT, '127.0.0.1')
        upstream.write(first)
        pipeline(client, upstream, client, () => upstream.destroy())
      })
    })
    front.listen(PORT)
    onClose('front', () => front.close())
  },
})
