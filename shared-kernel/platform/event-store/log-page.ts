import type { ClientReadableStream } from '@grpc/grpc-js'
import { type LogPosition, START_OF_LOG } from './log-position.ts'
import { type LogRequest, logRequest } from './log-request.ts'
import { startPatience } from './patience.ts'
import { type Decoding, decodeResponse, type Received } from './read-response.ts'
import { convertToCommandError, type StoreClient } from './store-client.ts'
import { streamServices } from './store-protocol.ts'
import type { Seen } from './stored-event.ts'

const { read } = streamServices.StreamsService

/** A page ends early when its events are larger than this. */
const MAX_PAGE_BYTES = 16 * 1024 * 1024

export interface LogPage {
  /** The position and, if it is wanted, the event. */
  readonly seen: readonly Seen[]
  /** Whether the log ends here. */
  readonly isLast: boolean
}

export interface PageRequest {
  readonly from: LogRequest['from']
  readonly isBackwards?: boolean
  readonly filter?: LogRequest['filter']
  readonly maxCount: number
  readonly decoding: Decoding
  /** How long the store may be silent. */
  readonly timeoutMs: number
}

/**
 * Replaces the client's `readAll`, which parses every event, also those of other programs, which may be
 * large and many. The events are those from a position on, the one at that position included; from
 * the end, the last ones, backwards.
 */
export function readLogPage(
  client: StoreClient,
  { maxCount, decoding, timeoutMs, ...which }: PageRequest,
): Promise<LogPage> {
  const request = logRequest({ ...which, extent: maxCount })
  const open = client['GRPCStreamCreator'](streamServices.StreamsClient, 'read', (node) =>
    node.makeServerStreamRequest(
      read.path,
      read.requestSerialize,
      (bytes: Buffer) => ({ ...decodeResponse(bytes, decoding), bytes: bytes.length }),
      request,
      ...client['callArguments']({}, { deadline: Infinity }),
    ),
  )
  return collect(open, maxCount, (end) => startPatience(client, timeoutMs, end))
}

type Call = ClientReadableStream<Received & { readonly bytes: number }>

async function collect(
  open: () => Promise<Call>,
  maxCount: number,
  patienceWith: (end: (reason: Error) => void) => ReturnType<typeof startPatience>,
): Promise<LogPage> {
  const seen: Seen[] = []
  const { promise, resolve, reject } = Promise.withResolvers<LogPage>()
  const patience = patienceWith(reject)
  const opening = open()
  opening.then((call) => {
    let kept = 0
    call.on('data', ({ event, checkpoint, bytes }) => {
      patience.heard()
      const position = event?.position ?? checkpoint
      if (position === undefined) return
      seen.push(event === undefined ? { position } : { position, event })
      kept += event === undefined ? 0 : bytes
      if (kept > MAX_PAGE_BYTES) resolve({ seen, isLast: false })
    })
    call.on('error', (error) => reject(convertToCommandError(error)))
    call.on('end', () => resolve({ seen, isLast: seen.length < maxCount }))
    return call
  }, reject)
  try {
    return await promise
  } finally {
    patience.stop()
    // A call that is cancelled while it gives an event fails (grpc-node 1464, 1652).
    opening.then(
      (call) => setImmediate(() => call.cancel()),
      () => undefined,
    )
  }
}

/** The log from its start, or from a position on. */
export const pageFrom = (position: LogPosition): LogRequest['from'] =>
  position > START_OF_LOG ? position : 'start'
