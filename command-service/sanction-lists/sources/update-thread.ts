import { parentPort, workerData } from 'node:worker_threads'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { withSystem } from '#kernel/platform/cli/connections.ts'
import type { FromThread, UpdateOrder } from './scheduled-updates.ts'
import { sourceStatesIn } from './source-states.ts'
import { updateLists } from './update-lists.ts'
import { failureOf, summaryOf } from './update-report.ts'

// Reading and proving a list takes long: the service's own thread goes on serving requests.
const { databaseUrl, eventStoreUrl, vaultKey, sources }: UpdateOrder = workerData
const address = {
  databaseUrl,
  eventStoreUrl,
  vaultKey: Buffer.from(vaultKey),
  integratorUrl: null,
  attemptDeadlineSeconds: null,
}
const post = (message: FromThread) => parentPort?.postMessage(message, [])
// Lines about rows quote them, and a log holds nothing of a person. The operator's command tells them.
const tell = () => undefined
const { signal } = new AbortController()

try {
  await withSystem(
    address,
    async (system) => {
      const states = await sourceStatesIn(system.pool)
      for await (const update of updateLists({ system, states, tell, signal }, sources)) {
        if (update.outcome === 'failed') {
          const { reason } = update.failure
          post({ kind: 'failed', list: update.list, reason, line: failureOf(update, sources) })
        } else post({ kind: 'updated', ...summaryOf(update) })
      }
    },
    'sarraf-list-update',
  )
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  post({ kind: 'broken', line: error.message })
}
