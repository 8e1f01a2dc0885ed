import type pg from 'pg'
import type { LogPlace } from '#kernel/platform/event-store/event-store.ts'
import { afterEachRest } from '#kernel/platform/waiting/every.ts'
import type { SerialQueue } from '#kernel/platform/waiting/serial-queue.ts'
import { NotLeader } from './errors.ts'
import { checkpointIn } from './leadership.ts'

const LOOK_EVERY_MS = 1_000

interface Kept {
  readonly client: pg.ClientBase
  readonly schema: string
  /** Between two batches the checkpoint is where the leader stands. */
  readonly onConnection: SerialQueue
  readonly progress: { readonly place: () => LogPlace }
}

/**
 * Ends a term whose checkpoint is not where the leader left it, as after tables of before were put back: without an
 * event, nothing else would notice. The next term begins at the stored place.
 */
export function keepLookingAtCheckpoint({ client, schema, onConnection, progress }: Kept) {
  const stop = new AbortController()

  async function look() {
    const { position } = await checkpointIn(client, schema)
    if (position !== progress.place().position)
      throw new NotLeader('the checkpoint is not where this process left it')
  }

  const ended = afterEachRest(LOOK_EVERY_MS, stop.signal, () => onConnection(look))
  return {
    /** Rejects when the checkpoint is another one, or cannot be read. */
    failed: ended,
    close: async () => {
      stop.abort()
      await ended.catch(() => undefined)
    },
  }
}
