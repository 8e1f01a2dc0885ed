import { isNamedAsOurs } from '../../vault/event-macs.ts'

/** An event of a log, with its original bytes. */
export interface LogEvent {
  readonly position: bigint
  readonly stream: string
  readonly revision: bigint
  readonly id: string
  readonly type: string
  readonly contentType: string
  readonly data: Uint8Array
  readonly metadata: Uint8Array
}

export const describes = (event: LogEvent) =>
  event.stream.startsWith('$$') && event.type === '$metadata'

/** System streams: statistics, scavenges, users, projections, and their metadata. */
export const isOfSystem = ({ stream }: LogEvent) =>
  stream.startsWith('$') && (!stream.startsWith('$$') || stream.startsWith('$$$'))

/**
 * Whether a copy takes the event: those of our streams and of their metadata. A tombstone, which only a server
 * writes, is no part of Sarraf's log.
 */
export const isCopied = (event: LogEvent) =>
  isNamedAsOurs(event.stream.replace(/^\$\$/, '')) && event.type !== '$streamDeleted'

/** Names an event for people. */
export const named = ({ stream, revision, type }: LogEvent) => `${type} at ${revision}@${stream}`
