import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import services from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { LogEvent } from './log-event.ts'

/**
 * The events of the whole log, in order, up to a position. The client's own reads parse JSON, but a
 * copy needs the original bytes. So it uses the client's connection and generated messages.
 */
export async function* readLog(client: EventStoreDBClient, upTo: bigint): AsyncGenerator<LogEvent> {
  if (upTo === 0n) return
  for await (const event of receive(client, requestOf('forwards', Number.MAX_SAFE_INTEGER))) {
    if (event.position > upTo) return
    yield event
  }
}

/** The present head of the log; 0 if it is empty. */
export async function readHead(client: EventStoreDBClient): Promise<bigint> {
  for await (const event of receive(client, requestOf('backwards', 1))) return event.position
  return 0n
}

function requestOf(direction: 'forwards' | 'backwards', count: number): streams.ReadReq {
  const { Options } = streams.ReadReq
  const all = new Options.AllOptions()
  if (direction === 'forwards') all.setStart(new shared.Empty())
  else all.setEnd(new shared.Empty())
  const options = new Options()
    .setAll(all)
    .setReadDirection(
      direction === 'forwards' ? Options.ReadDirection.FORWARDS : Options.ReadDirection.BACKWARDS,
    )
    .setCount(String(count))
    .setUuidOption(new Options.UUIDOption().setString(new shared.Empty()))
    .setNoFilter(new shared.Empty())
  return new streams.ReadReq().setOptions(options)
}

async function* receive(client: EventStoreDBClient, request: streams.ReadReq) {
  const open = client['GRPCStreamCreator'](services.StreamsClient, 'read', (node) =>
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
