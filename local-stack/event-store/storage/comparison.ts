import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { RecordedEvent } from '../recorded-event.ts'
import type { Tail } from '../tail.ts'
import { bigintArray } from './binary-array.ts'

interface Compared {
  readonly pool: Pool
  readonly tail: Pick<Tail, 'after' | 'begin' | 'drop'>
  readonly scavenged: ReadonlySet<bigint>
}

/**
 * Each call compares the next part of what is in memory with the table, round and round. What differs is returned
 * once, and with all before it is in memory no longer.
 */
export function comparison({ pool, tail, scavenged }: Compared) {
  let place = tail.begin()
  return async (): Promise<readonly RecordedEvent[]> => {
    const events = tail.after(place) ?? []
    const last = events.at(-1)
    if (last === undefined) {
      place = tail.begin()
      return []
    }
    const stored = await digestsIn(pool, events)
    const differing = events.filter(
      (event) => stored.get(event.position) !== digestOf(event) && !scavenged.has(event.position),
    )
    const lastDiffering = differing.at(-1)
    if (lastDiffering !== undefined) tail.drop(lastDiffering.position)
    place = last.position
    return differing
  }
}

async function digestsIn(pool: Pool, events: readonly RecordedEvent[]) {
  const { rows } = await pool.query<DigestRow>({
    name: 'digests',
    text: `select position, id, stream, revision, type, content_type as "contentType", created,
        sha256(data) as data, sha256(metadata) as metadata
      from event_store.events where position = any ($1::int8[])`,
    values: [bigintArray(events.map(({ position }) => position))],
  })
  return new Map(rows.map((row) => [BigInt(row.position), digest(row)]))
}

interface DigestRow {
  readonly position: string
  readonly id: string
  readonly stream: string
  readonly revision: string
  readonly type: string
  readonly contentType: string
  readonly created: string
  readonly data: Buffer
  readonly metadata: Buffer
}

const digestOf = (event: RecordedEvent) =>
  digest({
    ...event,
    position: String(event.position),
    revision: String(event.revision),
    created: String(event.created),
    data: sha256(event.data),
    metadata: sha256(event.metadata),
  })

const digest = ({ id, stream, revision, type, contentType, created, data, metadata }: DigestRow) =>
  JSON.stringify([
    id,
    stream,
    revision,
    type,
    contentType,
    created,
    data.toString('base64'),
    metadata.toString('base64'),
  ])

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
