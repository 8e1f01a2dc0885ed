import type { Pool } from 'pg'
import { type RecordedEvent, TOMBSTONE_REVISION } from '../recorded-event.ts'
import { isStorableName } from '../stream-name.ts'
import { readEvent } from './read-stream.ts'

/** What a reader gets: an event, or a link and the event it points to while that can be seen. */
export interface ResolvedEvent {
  readonly event?: RecordedEvent | undefined
  readonly link?: RecordedEvent
}

export const isLink = (event: RecordedEvent) => event.type === '$>'

/** One step only: a link that points to a link is answered with that link. */
export async function resolveLink(pool: Pool, link: RecordedEvent): Promise<ResolvedEvent> {
  const target = targetOf(link)
  return { link, event: target && (await readEvent(pool, target)) }
}

/** `revision@stream`; -1 stands for the last event of the stream. */
function targetOf({ data }: RecordedEvent) {
  const [, digits = '', stream = ''] = /^([^@]*)@(.*)$/s.exec(Buffer.from(data).toString()) ?? []
  if (!/^\s*[+-]?\d{1,19}\s*$/.test(digits) || !isStorableName(stream)) return undefined
  const revision = BigInt(digits.trim().replace('+', ''))
  return revision >= -1n && revision < TOMBSTONE_REVISION ? { stream, revision } : undefined
}
