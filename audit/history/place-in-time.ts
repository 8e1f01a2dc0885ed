import { parseMetadata } from '#kernel/events/metadata.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { type LogPosition, parseLogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { AuditedLog, AuditedSystem } from '../audited-system.ts'

/** The clocks of writers differ by less. */
export const SLACK_MS = 60_000

/** Epoch milliseconds: the writer's clock, else the store's. */
export function recordedMs({ metadata, storedAt }: StoredEvent): number {
  const recordedAt = parseMetadata(metadata)?.recordedAt
  return recordedAt === undefined ? storedAt : Date.parse(recordedAt)
}

interface Block {
  readonly after: string
  readonly position: string
}

/**
 * A position of the log right `before` or `behind` all that was recorded at a moment, found by bisection of the
 * hash chain, which knows positions all along the log. Undefined: the log's own beginning or end.
 */
export async function placeNear(
  { log, pool }: Pick<AuditedSystem, 'pool'> & { readonly log: Pick<AuditedLog, 'eventAt'> },
  moment: number,
  side: 'before' | 'behind',
): Promise<LogPosition | undefined> {
  const blockAt = async (after: bigint): Promise<Block | undefined> => {
    const { rows } = await pool.query<Block>(
      `select after::text, position::text from vault.log_chain where after <= $1
       order by log_chain.after desc limit 1`,
      [after.toString()],
    )
    return rows[0]
  }
  const isBeyond = async ({ position }: Block) => {
    const event = await log.eventAt(parseLogPosition(position))
    if (event === undefined) return side === 'behind'
    return side === 'behind'
      ? recordedMs(event) > moment + SLACK_MS
      : recordedMs(event) >= moment - SLACK_MS
  }
  const { rows } = await pool.query<{ readonly last: string | null }>(
    'select max(after)::text as last from vault.log_chain',
  )
  let low = 0n
  let high = BigInt(rows[0]?.last ?? -1) + 1n
  let [inside, beyond]: (Block | undefined)[] = []
  while (low < high) {
    const middle = (low + high) / 2n
    const block = await blockAt(middle)
    if (block !== undefined && (await isBeyond(block))) {
      beyond = block
      high = BigInt(block.after) < middle ? BigInt(block.after) : middle
    } else {
      inside = block
      low = middle + 1n
    }
  }
  const found = side === 'behind' ? beyond : inside
  if (found === undefined) return undefined
  const position = parseLogPosition(found.position)
  return (await log.eventAt(position)) === undefined ? undefined : position
}
