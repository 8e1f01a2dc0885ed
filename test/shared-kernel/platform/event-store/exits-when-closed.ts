import { randomUUID } from 'node:crypto'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import { BEFORE_THE_LOG } from '#kernel/platform/event-store/event-store.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { noMacs } from '#test/support/no-macs.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'

/** Uses all of the adapter, closes it on a message from its parent, and must then end by itself. */
const [url = ''] = process.argv.slice(2)
const store = connectEventStore({
  url,
  logger: silentLogger,
  macs: noMacs,
  closeTimeoutMs: 500,
  resolveWithinMs: LONGEST_WAIT_MS,
})
const event = { id: randomUUID(), type: 'Happened', data: {}, metadata: {} }
await store.append(`happening-${event.id}`, [event], 'no_stream')
const arrived = Promise.withResolvers<void>()
store.subscribe({
  name: 'all',
  after: BEFORE_THE_LOG,
  maxBatch: 1,
  handle: async () => arrived.resolve(),
})
await arrived.promise
await store.headOfLog()
process.send?.('ready')
process.once('message', (message) => {
  if (message === 'append')
    store.append(`happening-${randomUUID()}`, [event], 'no_stream').catch(() => undefined)
  process.disconnect()
  void store.close()
})
