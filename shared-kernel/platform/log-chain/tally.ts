import type { Pool } from 'pg'
import { type CountByCategory, categoryOf } from '#kernel/events/category-of.ts'
import { HEADS_STREAM } from '#kernel/events/notary.ts'
import type { LogPlace, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { LogTally } from '#kernel/platform/event-store/holes.ts'
import { parseLogPosition } from '#kernel/platform/event-store/log-position.ts'

/** The hash chain's name among the followers of the log. */
export const CHAIN_FOLLOWER = 'log_chain'

const NOTARY = categoryOf(HEADS_STREAM)
const ID_BYTES = 16
/** A follower that is further behind is not compared until it has come nearer. */
const MAX_BLOCKS = 1_000
/** At least so often a block has the counts. */
export const COUNTED_EVERY = 1_000
/** Blocks of as many events come between two counts at most. */
const MAX_EVENTS_BETWEEN = 3 * COUNTED_EVERY

type Queries = Pick<Pool, 'query'>
type CountedEvent = Pick<StoredEvent, 'stream' | 'isGenuine'>

/** Of each event of a block: the category in which it counts; of none where its MAC is not valid. */
export const categoriesOf = (events: readonly CountedEvent[]): readonly string[] =>
  events.map(({ stream, isGenuine }) => (isGenuine ? categoryOf(stream) : ''))

export function tallyBehind(
  tally: CountByCategory,
  events: readonly CountedEvent[],
): CountByCategory {
  const counts = { ...tally }
  for (const category of categoriesOf(events)) {
    if (category !== '') counts[category] = (counts[category] ?? 0) + 1
  }
  return counts
}

/**
 * Whether the notary has signed something that is in the chain, also for a role that does not read the log. Not known
 * of a chain that an earlier version made.
 */
export async function hasSignatures(queries: Queries): Promise<boolean> {
  const { rows } = await queries.query<{ signed: boolean }>({
    name: 'chain-signatures',
    text: `with counted as (
        select after, tally from vault.log_chain where tally is not null order by after desc limit 1
      )
      select tally ? $1 or exists (
        select from vault.log_chain where log_chain.after >= counted.after and $1 = any (categories)
      ) as signed from counted`,
    values: [NOTARY],
  })
  return rows[0]?.signed ?? false
}

/** What the chain has, for followers to be compared with it. */
export const chainTally = (queries: Queries): LogTally => ({
  name: CHAIN_FOLLOWER,
  async upTo(place) {
    const { count, isBehind } = await countUpTo(queries, place)
    const counts = count === undefined ? undefined : await tallyAt(queries, count)
    return counts && { counts, isBehind }
  },
})

/**
 * How many events the chain has up to a place. Between the place's last event and its position no event
 * was counted, so a block that ends there will do as well. Where the last event is not known, only the position will.
 */
async function countUpTo(queries: Queries, { position, lastEvent }: LogPlace) {
  const { rows } = await queries.query<BlockRow>({
    name: 'chain-block-at-place',
    text: `select (after + event_count)::float8 as count, position::text,
             position < $1::bigint and not exists (
               select from vault.log_chain later where later.after > recent.after) as "isBehind"
           from (select after, event_count, position from vault.log_chain
                 order by after desc limit ${MAX_BLOCKS}) recent
           where position <= $1::bigint order by after desc limit 1`,
    values: [position.toString()],
  })
  const [block] = rows
  if (block === undefined) return { count: undefined, isBehind: true }
  const { count, isBehind } = block
  const end = parseLogPosition(block.position)
  const isThere = lastEvent === undefined ? end === position : end >= lastEvent.position
  if (isThere) return { count, isBehind }
  if (lastEvent === undefined) return { count: undefined, isBehind }
  return { count: await countUpToEvent(queries, count, lastEvent.id), isBehind }
}

interface BlockRow {
  readonly count: number
  readonly position: string
  /** The chain ends before the place. */
  readonly isBehind: boolean
}

/** In the block that begins behind that number of events. Undefined while the chain has no such block. */
async function countUpToEvent(queries: Queries, after: number, eventId: string) {
  const { rows } = await queries.query<{ ids: Buffer }>({
    name: 'chain-events-of-block',
    text: 'select event_ids as ids from vault.log_chain where after = $1::bigint',
    values: [after],
  })
  const id = Buffer.from(eventId.replaceAll('-', ''), 'hex')
  const ids = rows[0]?.ids ?? Buffer.alloc(0)
  for (let at = 0; at < ids.length; at += ID_BYTES) {
    if (ids.subarray(at, at + ID_BYTES).equals(id)) return after + at / ID_BYTES + 1
  }
  return undefined
}

/** Of each category, how many of the chain's first events count; undefined where they were not counted. */
export async function tallyAt(
  queries: Queries,
  count: number,
): Promise<CountByCategory | undefined> {
  if (count === 0) return {}
  const { rows } = await queries.query<TallyRow>({
    name: 'chain-tally',
    text: tallyQuery,
    values: [count],
  })
  const [row] = rows
  if (row === undefined || !row.whole) return undefined
  const counts = { ...row.tally }
  for (const [category, more] of Object.entries(row.more ?? {})) {
    counts[category] = (counts[category] ?? 0) + more
  }
  return counts
}

interface TallyRow {
  readonly tally: CountByCategory
  readonly more: CountByCategory | null
  /** Whether all blocks since then tell the categories of their events. */
  readonly whole: boolean
}

/** An earlier version that runs meanwhile adds blocks without categories. */
const tallyQuery = `
  with counted as (
    select after, tally from vault.log_chain
    where after <= $1::bigint and after > $1::bigint - ${MAX_EVENTS_BETWEEN} and tally is not null
    order by after desc limit 1
  ), block as (
    select log_chain.after, categories from vault.log_chain, counted
    where log_chain.after >= counted.after and log_chain.after < $1::bigint
  ), more as (
    select category, count(*) as events
    from block, unnest(categories) with ordinality as event (category, place)
    where block.after + event.place <= $1::bigint and category <> ''
    group by category
  )
  select tally, (select jsonb_object_agg(category, events) from more) as more,
    not exists (select from block where categories is null) as whole
  from counted`
