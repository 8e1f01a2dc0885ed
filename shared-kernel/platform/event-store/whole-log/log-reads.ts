import { logRequest } from '../log-request.ts'
import { convertToCommandError, type StoreClient } from '../store-client.ts'
import { streamServices, type streams } from '../store-protocol.ts'
import type { LogEvent } from './log-event.ts'

/**
 * The events of the whole log, in order, up to a position. The client's own reads parse JSON, but a
 * copy needs the original bytes. So it uses the client's connection and generated messages.
 */
export async function* readLog(client: StoreClient, upTo: bigint): AsyncGenerator<LogEvent> {
  if (upTo === 0n) return
  for await (const event of receive(
    client,
    logRequest({ from: 'start', extent: Number.MAX_SAFE_INTEGER }),
  )) {
    if (event.position > upTo) return
    yield event
  }
}

/** The present head of the log; 0 if it is empty. */
export async function readHead(client: StoreClient): Promise<bigint> {
  for await (const event of receive(client, logRequest({ from: 'end', extent: 1 })))
    return event.position
  return 0n
}

async function* receive(client: StoreClient, request: streams.ReadReq) {
  const open = client['GRPCStreamCreator'](streamServices.StreamsClient, 'read', (node) =>
    node.read(request, ...client['callArguments']({}, { deadline: Infinity })),
  )
  const call = await open()
  try {
    const messages: AsyncIterable<streams.ReadResp> = call
    for await (const message of messages) {
      const event = message.getEvent()
      if (event !== undefined) yield logEvent(event)
    }
  } catch (error) {
    throw error instanceof Error && 'code' in error ? convertToCommandError(error) : error
  } finally {
    call.cancel()
  }
}

function logEvent(message: streams.ReadResp.ReadEvent): LogEvent {
  const event = message.getLink() ?? message.getEvent()
  if (event === undefined) throw new Error('the store sent an event without content')
  const properties = event.getMetadataMap()
  return {
    position: BigInt(message.getCommitPosition()),
    stream: Buffer.from(event.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString(),
    revision: BigInt(event.getStreamRevision()),
    id: event.getId()?.getString() ?? '',
    type: properties.get('type') ?? '',
    contentType: properties.get('content-type') ?? '',
    data: event.getData_asU8(),
    metadata: event.getCustomMetadata_asU8(),
  }
}
