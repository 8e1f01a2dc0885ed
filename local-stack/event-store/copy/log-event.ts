/** An event as a log holds it, with the bytes it was sent with. */
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

/** The server's own books: statistics, scavenges, users, projections and what describes them. */
export const isOfSystem = ({ stream }: LogEvent) =>
  stream.startsWith('$') && (!stream.startsWith('$$') || stream.startsWith('$$$'))

/** For people: which event of which stream. */
export const named = ({ stream, revision, type }: LogEvent) => `${type} at ${revision}@${stream}`
