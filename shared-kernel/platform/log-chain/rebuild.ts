import type { Pool, PoolClient } from 'pg'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { inTransaction } from '#kernel/platform/database/transaction.ts'
import type { EventStore, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { appendBlock, blockOf, inBlocks } from '#kernel/platform/log-chain/blocks.ts'
import { GENESIS, nextHead } from '#kernel/platform/log-chain/event-hash.ts'
import { type Pin, pinCheck } from '#kernel/platform/log-chain/pin-check.ts'

interface RebuildSources {
  readonly pool: Pool
  readonly eventStore: EventStore
}

export interface RebuiltChain {
  readonly count: number
  /** In hexadecimal digits. */
  readonly head: string
  readonly pinnedUpTo: number
}

/**
 * Computes the chain again from the log and compares it with pinned heads. If one does not fit, the chain
 * stays as it is. Followers wait meanwhile. `mayLackLast`: heads beyond the log's end are given up.
 */
export const rebuildChain = (
  { pool, eventStore }: RebuildSources,
  pins: readonly Pin[],
  ending: { readonly mayLackLast?: boolean } = {},
): Promise<RebuiltChain> =>
  inTransaction(pool, async (client) => {
    await client.query('lock table vault.log_chain in exclusive mode')
    await client.query('delete from vault.log_chain')
    return chainInto(client, eventStore.readLog(START_OF_LOG), pinCheck(pins, ending))
  })

async function chainInto(
  client: PoolClient,
  log: AsyncIterable<StoredEvent>,
  check: ReturnType<typeof pinCheck>,
) {
  let end = { count: 0, head: GENESIS }
  for await (const events of inBlocks(log)) {
    const block = blockOf(end, events, events[events.length - 1]?.position ?? START_OF_LOG)
    let { count, head } = end
    for (const { hash } of block.links) {
      count += 1
      head = nextHead(head, hash)
      check.reached(count, head)
    }
    await appendBlock(client, block)
    end = { count, head }
  }
  const { fault, pinnedUpTo } = check.end()
  if (fault !== undefined) throw new CommandError(`The chain is not computed again: ${fault}.`)
  return { count: end.count, head: end.head.toString('hex'), pinnedUpTo }
}
