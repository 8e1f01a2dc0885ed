import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { runService } from '#kernel/platform/process/lifecycle.ts'
import { createLogger } from '#kernel/platform/process/logger.ts'
import { createMetrics } from '#kernel/platform/process/metrics.ts'
import { readSettingsOrExit } from '#kernel/platform/settings/read.ts'
import { onceForAll } from '#kernel/platform/waiting/in-groups.ts'
import { textsIn } from './health.ts'
import { answerMetrics, type Gateway, gatewayServer, metricsOfAll } from './server.ts'
import { readGatewaySettings } from './settings.ts'

const settings = readSettingsOrExit(readGatewaySettings)
const logger = createLogger({ name: 'gateway', level: settings.logLevel })
const registry = createMetrics('gateway')
const { starting, waiting } = toldByParent()

await runService({
  logger,
  tracing: { service: 'gateway', endpoint: settings.traceEndpoint },
  closeTimeoutMs: 9_500,
  drainMs: settings.drainMs,
  start: async (onClose, ending) => {
    const gateway: Gateway = { settings, logger, registry, starting, waiting, ending }
    const server = gatewayServer(gateway)
    await listen(server, settings.port)
    onClose('base address', () => drain(server))
    if (settings.metricsPort === null) return
    const pages = onceForAll(() => metricsOfAll(gateway))
    const answer = async (response: ServerResponse) => answerMetrics(response, await pages())
    const metrics = createServer((_request, response) => void answer(response))
    await listen(metrics, settings.metricsPort)
    onClose('metrics', () => drain(metrics))
  },
})

async function listen(server: Server, port: number) {
  server.listen(port, settings.host)
  await once(server, 'listening')
  logger.info({ port }, 'listening')
}

/** Accepts no new connections, and finishes requests in flight. */
async function drain(server: Server) {
  const closed = once(server, 'close')
  server.close()
  const sweep = setInterval(() => server.closeIdleConnections(), 20)
  await closed
  clearInterval(sweep)
}

/**
 * The gateway waits for its services; a parent process names what else the start waits for, and which parts something
 * refuses, with the reason: `{ starting: […], waiting: […] }`. Until it has said anything, it waits for the parent's word.
 */
function toldByParent() {
  let told: Readonly<Record<'starting' | 'waiting', readonly string[]>> = {
    starting: process.connected ? ['start'] : [],
    waiting: [],
  }
  process.on('message', (message) => {
    told = { starting: textsIn(message, 'starting'), waiting: textsIn(message, 'waiting') }
  })
  return { starting: () => told.starting, waiting: () => told.waiting }
}
