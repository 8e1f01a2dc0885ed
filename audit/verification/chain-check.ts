import type pg from 'pg'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import {
  chainEnd,
  chainLinks,
  firstWrongHead,
  type Link,
} from '#kernel/platform/log-chain/blocks.ts'
import { eventHash, GENESIS, nextHead } from '#kernel/platform/log-chain/event-hash.ts'
import { chained, chainMembership } from '#kernel/platform/log-chain/membership.ts'
import { type PinsFound, pinCheck } from '#kernel/platform/log-chain/pin-check.ts'
import type { Pins } from '#kernel/platform/log-chain/pins.ts'
import type { AuditedLog } from '../audited-system.ts'
import { type ChainDifference, chainComparison } from './chain-differences.ts'
import { type SignaturesFound, signatureCheck } from './signed-heads.ts'

const MAX_EXAMPLES = 100

export interface ChainFindings {
  /** The number of events that the chain has a hash of. */
  readonly chained: number
  readonly differences: number
  /** The first differences. */
  readonly examples: readonly ChainDifference[]
  readonly signatures: SignaturesFound
  readonly pinned: PinsFound
  /** What is wrong with a head that is stored with the hashes; undefined if all follow from them. */
  readonly storedHeadFault: string | undefined
}

interface ChainSources {
  readonly pool: pg.Pool
  readonly log: AuditedLog
  /** Signatures recorded up to this position are checked. */
  readonly upTo: LogPosition
  readonly pins: Pins
}

/**
 * Compares the hash chain, its signatures and the pinned heads with the log, whose events must be
 * passed in order.
 */
export async function openChainCheck({ pool, log, upTo, pins }: ChainSources) {
  const count = (await chainEnd(pool))?.count ?? 0
  const links = chainLinks(pool, count)
  const membership = chainMembership(pool, count)
  const signatures = await signatureCheck(log, { upTo, publicKeys: pins.publicKeys })
  const pinned = pinCheck(pins.heads)
  let reached = { count: 0, head: GENESIS }
  const examples: ChainDifference[] = []
  let differences = 0
  const comparison = chainComparison((difference) => {
    differences += 1
    if (examples.length < MAX_EXAMPLES) examples.push(difference)
  })

  /** Neighbours' events too, which a chain of an earlier version may hold. */
  async function see(all: readonly StoredEvent[]): Promise<void> {
    const events = await chained(membership, all)
    while (comparison.isShort(events.length)) {
      const more = await nextOf(links, events.length + 1)
      if (more.length === 0) {
        comparison.allExpected()
        break
      }
      comparison.expect(more)
    }
    const seen = events.map((event) => ({
      eventId: event.id,
      hash: eventHash(event),
      stream: event.stream,
      revision: event.revision,
      position: event.position,
    }))
    comparison.see(seen)
    for (const { hash } of seen) {
      reached = { count: reached.count + 1, head: nextHead(reached.head, hash) }
      await signatures.reached(reached.count, reached.head)
      pinned.reached(reached.count, reached.head)
    }
  }

  async function end(): Promise<ChainFindings> {
    for (let rest = await nextOf(links, 1_000); rest.length > 0; ) {
      comparison.expect(rest)
      rest = await nextOf(links, 1_000)
    }
    comparison.allExpected()
    comparison.end()
    const wrong = await firstWrongHead(pool)
    const storedHeadFault =
      wrong === undefined
        ? undefined
        : `the stored head after ${wrong} events is not that of the hashes`
    const outside = { signatures: signatures.end(), pinned: pinned.end() }
    return { chained: count, differences, examples, storedHeadFault, ...outside }
  }

  return { see, end }
}

async function nextOf(links: AsyncGenerator<Link>, count: number): Promise<readonly Link[]> {
  const taken: Link[] = []
  while (taken.length < count) {
    const next = await links.next()
    if (next.done === true) break
    taken.push(next.value)
  }
  return taken
}
