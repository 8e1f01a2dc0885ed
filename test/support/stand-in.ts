import { createServer } from 'node:http'
import { runService } from '#kernel/platform/process/lifecycle.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { ConfigurationError } from '#kernel/platform/settings/read.ts'

/** A service that answers with its process id; at `/slow?MS` after that number of milliseconds. */
await runService({
  logger: silentLogger,
  start: async (onClose) => {
    if (process.env['PORT'] === '') throw new ConfigurationError('PORT is not set')
    const server = createServer((request, response) => {
      response.setHeader('connection', 'close').flushHeaders()
      const delayMs = Number(request.url?.split('?')[1] ?? 0)
      setTimeout(() => response.end(String(process.pid)), delayMs)
    }).listen(Number(process.env['PORT']), '127.0.0.1')
    onClose('server', () => new Promise((closed) => server.close(closed)))
  },
})
