import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { createServer as createTlsServer } from 'node:tls'
import { runService } from '#kernel/platform/process/lifecycle.ts'
import { createLogger } from '#kernel/platform/process/logger.ts'
import { startEventStoreNode } from '#stack/event-store/node.ts'
import { databaseUrl, startPostgres, stopPostgres } from '#stack/postgres/embedded-postgres.ts'
import { usersIn } from './users.ts'

/** The port of the official image, for gRPC (HTTP/2) and for HTTP/1.1 alike. */
const PORT = 2113
const HTTP_PORT = 2114
const HTTP2_BEGINS_WITH = 'PRI'

const folder = '/var/lib/eventstore'
const data = `${folder}/postgres`
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

const { env } = process
if (Number(env['EVENTSTORE_CLUSTER_SIZE'] ?? 1) !== 1) throw new Error('it has no cluster')
const isOpen = env['EVENTSTORE_INSECURE'] === 'true'
const known = usersIn(`${folder}/users.json`, {
  name: 'admin',
  password: env['EVENTSTORE_DEFAULT_ADMIN_PASSWORD'] ?? 'changeit',
})

await runService({
  logger,
  start: async (onClose) => {
    // A killed container leaves its lock behind; no other process runs in here.
    await rm(`${data}/postmaster.pid`, { force: true })
    const server = await startPostgres(postgres)
    onClose('PostgreSQL', () => stopPostgres(server))
    const node = await startEventStoreNode({
      databaseUrl: databaseUrl(postgres),
      host: '127.0.0.1',
      port: 0,
      access: { users: isOpen ? null : known.users },
      logger,
      onLost: () => process.exit(1),
    })
    onClose('event store node', node.close)
    const http = createHttpServer(answer).listen(HTTP_PORT, '127.0.0.1')
    onClose('HTTP', () => http.close())
    const front = frontFor((client) => {
      client.on('error', () => client.destroy())
      client.once('data', (first) => {
        const isHttp2 = String(first.subarray(0, 3)) === HTTP2_BEGINS_WITH
        const upstream = connect(isHttp2 ? node.port : HTTP_PORT, '127.0.0.1')
        upstream.write(first)
        pipeline(client, upstream, client, () => upstream.destroy())
      })
    })
    front.listen(PORT)
    onClose('front', () => front.close())
  },
})

/** TLS ends here. */
function frontFor(take: (client: Socket) => void) {
  if (isOpen) return createServer(take)
  const tls = {
    cert: readFileSync(env['EVENTSTORE_CERTIFICATE_FILE'] ?? ''),
    key: readFileSync(env['EVENTSTORE_CERTIFICATE_PRIVATE_KEY_FILE'] ?? ''),
    // In order of preference: a client of gRPC offers HTTP/2 alone.
    ALPNProtocols: ['http/1.1', 'h2'],
  }
  return createTlsServer(tls, take).on('tlsClientError', (_error, client) => client.destroy())
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  if (request.url === '/health/live') return void response.writeHead(204).end()
  if (request.method !== 'POST' || request.url?.startsWith('/users') !== true) {
    return void response.writeHead(404).end()
  }
  known.answer(request, response).catch((error: unknown) => {
    logger.error({ err: error }, 'a request failed')
    response.writeHead(400).end()
  })
}
