import type { Pool, PoolClient } from 'pg'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { inTransaction } from '#kernel/platform/database/transaction.ts'
import type { EventStore, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { appendBlock, blockOf, chainEnd, inBlocks } from '#kernel/platform/log-chain/blocks.ts'
import { GENESIS, nextHead } from '#kernel/platform/log-chain/event-hash.ts'
import {
  type ChainMembership,
  chained,
  chainMembership,
} from '#kernel/platform/log-chain/membership.ts'
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
    // The pool reads the chain as it was until the transaction is over.
    const before = chainMembership(pool, (await chainEnd(pool))?.count ?? 0)
    await client.query('delete from vault.log_chain')
    return chainInto(client, hashedBefore(eventStore, before), pinCheck(pins, ending))
  })

/** Ours, and those of other programs that are in the present chain: heads were pinned over them, too. */
async function* hashedBefore({ readLog }: Pick<EventStore, 'readLog'>, before: ChainMembership) {
  for await (const event of readLog(START_OF_LOG, { withNeighbours: true })) {
    yield* await chained(before, [event])
  }
}

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
