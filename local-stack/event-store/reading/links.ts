import type { Pool } from 'pg'
import { type RecordedEvent, TOMBSTONE_REVISION } from '../recorded-event.ts'
import { isStorableName } from '../stream-name.ts'
import { readEvent } from './read-stream.ts'

/** An event, or a link with the event that it points to, if that is visible. */
export interface ResolvedEvent {
  readonly event?: RecordedEvent | undefined
  readonly link?: RecordedEvent
}

export const isLink = (event: RecordedEvent) => event.type === '$>'

/** Resolves one step only: a link to a link resolves to that link. */
export async function resolveLink(pool: Pool, link: RecordedEvent): Promise<ResolvedEvent> {
  const target = targetOf(link)
  return { link, event: target && (await readEvent(pool, target)) }
}

/** `revision@stream`; revision -1 means the last event of the stream. */
function targetOf({ data }: RecordedEvent) {
  const [, digits = '', stream = ''] = /^([^@]*)@(.*)$/s.exec(Buffer.from(data).toString()) ?? []
  if (!/^\s*[+-]?\d{1,19}\s*$/.test(digits) || !isStorableName(stream)) return undefined
  const revision = BigInt(digits.trim().replace('+', ''))
  return revision >= -1n && revision < TOMBSTONE_REVISION ? { stream, revision } : undefined
}
