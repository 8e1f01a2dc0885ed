import type pg from 'pg'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { eventHash } from '#kernel/platform/log-chain/event-hash.ts'
import type { LogReader } from '../audited-system.ts'
import { chainEnd, chainLinks, type Link } from '../chain/blocks.ts'
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
}

interface Sources {
  readonly pool: pg.Pool
  readonly log: LogReader
  /** Signatures recorded up to this position are checked. */
  readonly upTo: LogPosition
}

/** Compares the hash chain and its signatures with the log, whose events must be passed in order. */
export async function openChainCheck({ pool, log, upTo }: Sources) {
  const chained = (await chainEnd(pool))?.count ?? 0
  const links = chainLinks(pool, chained)
  const signatures = await signatureCheck(log, upTo)
  const examples: ChainDifference[] = []
  let differences = 0
  const comparison = chainComparison((difference) => {
    differences += 1
    if (examples.length < MAX_EXAMPLES) examples.push(difference)
  })

  async function see(events: readonly StoredEvent[]): Promise<void> {
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
    await signatures.see(seen.map(({ hash }) => hash))
  }

  async function end(): Promise<ChainFindings> {
    for (let rest = await nextOf(links, 1_000); rest.length > 0; ) {
      comparison.expect(rest)
      rest = await nextOf(links, 1_000)
    }
    comparison.allExpected()
    comparison.end()
    return { chained, differences, examples, signatures: signatures.end() }
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
