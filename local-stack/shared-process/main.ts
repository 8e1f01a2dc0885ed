import { once } from 'node:events'
import { runServices } from '#kernel/platform/process/lifecycle.ts'
import type { Surroundings } from '#kernel/platform/process/run-service-named.ts'
import { logFileOf, openLog } from '../supervisor/logs.ts'
import { Assignment } from './assignment.ts'

/** The sandbox is loaded first: it needs the least, and providers are asked while the others start. */
const services = {
  sandbox: async (found: Surroundings) =>
    (await import('../sandbox/service.ts')).sandboxService(found),
  audit: async (found: Surroundings) =>
    (await import('#audit/page/service.ts')).auditPageService(found),
  webhooks: async (found: Surroundings) =>
    (await import('#publishing/webhooks/service.ts')).webhookService(found),
}

const [message] = await once(process, 'message')
const { folder, environments } = Assignment.Parse(message)

await runServices(
  environments.map(
    ({ name, environment }) =>
      () =>
        services[name]({
          environment: { ...process.env, ...environment },
          output: openLog(logFileOf(folder, name)),
        }),
  ),
)
