import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { noMacs } from '#test/support/no-macs.ts'
import type { SystemAddresses } from '#test/support/system.ts'

export async function administrator({ databaseUrl }: SystemAddresses) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Who reaches the event store and has no key. */
export function stranger({ eventStoreUrl: url }: SystemAddresses) {
  const store = connectEventStore({ url, logger: silentLogger, macs: noMacs })
  onTestFinished(store.close)
  return store
}
