import {
  ANY,
  type AppendStreamState,
  BACKWARDS,
  type BasicCredentials,
  type ChannelCredentialOptions,
  type DNSClusterOptions,
  END,
  type EventData,
  type GossipClusterOptions,
  KurrentDBClient,
  type ReadStreamOptions,
  type SingleNodeOptions,
  START,
} from '@kurrent/kurrentdb-client'
import { ReadStream } from '@kurrent/kurrentdb-client/dist/streams/utils/ReadStream.js'
import { convertGrpcEvent } from '@kurrent/kurrentdb-client/dist/utils/convertGrpcEvent.js'
import { useFormerNames } from './former-errors.ts'
import { shared, streamServices, streams } from './store-protocol.ts'

/** What `store-client.ts` offers, by the successor. */
export * from '@kurrent/kurrentdb-client'
export { unpackToCommandError } from '@kurrent/kurrentdb-client/dist/streams/appendToStream/unpackError.js'
export { parseUUID } from '@kurrent/kurrentdb-client/dist/utils/grpcUUID.js'
export { convertGrpcEvent }

useFormerNames()

type Settings = DNSClusterOptions | GossipClusterOptions | SingleNodeOptions

/**
 * The successor reads with a client in Rust, on connections that nobody here watches or can end, and from an address
 * as text. So the adapter reads by the call that subscriptions still use.
 */
const unused: KurrentDBClient['rustClient'] = {
  readStream: () => {
    throw new Error('the adapter reads by its own call')
  },
  readAll: () => {
    throw new Error('the adapter reads by its own call')
  },
}

export class StoreClient extends KurrentDBClient {
  constructor(
    settings: Settings,
    security: ChannelCredentialOptions,
    credentials?: BasicCredentials,
  ) {
    if ('discover' in settings) super(unused, settings, security, credentials)
    else if ('endpoints' in settings) super(unused, settings, security, credentials)
    else super(unused, settings, security, credentials)
    const append = this.appendToStream.bind(this)
    Object.assign(this, {
      readStream: (stream: string, options: ReadStreamOptions) => this.#read(stream, options),
      appendToStream: (
        stream: string,
        events: EventData | EventData[],
        { expectedRevision = ANY }: { readonly expectedRevision?: AppendStreamState } = {},
      ) => append(stream, events, { streamState: expectedRevision }),
    })
  }

  #read(stream: string, options: ReadStreamOptions) {
    const request = new streams.ReadReq().setOptions(optionsOf(stream, options))
    const open = this.GRPCStreamCreator(streamServices.StreamsClient, 'readStream', (node) =>
      node.read(request, ...this.callArguments({}, { deadline: Infinity })),
    )
    return new ReadStream(open, convertGrpcEvent, {})
  }
}

function optionsOf(
  stream: string,
  { direction, fromRevision = START, maxCount = Number.MAX_SAFE_INTEGER }: ReadStreamOptions,
) {
  const name = new shared.StreamIdentifier().setStreamName(Buffer.from(stream))
  const wanted = new streams.ReadReq.Options.StreamOptions().setStreamIdentifier(name)
  if (fromRevision === START) wanted.setStart(new shared.Empty())
  else if (fromRevision === END) wanted.setEnd(new shared.Empty())
  else wanted.setRevision(String(fromRevision))
  const { BACKWARDS: back, FORWARDS: forth } = streams.ReadReq.Options.ReadDirection
  return new streams.ReadReq.Options()
    .setStream(wanted)
    .setCount(String(maxCount))
    .setNoFilter(new shared.Empty())
    .setUuidOption(new streams.ReadReq.Options.UUIDOption().setString(new shared.Empty()))
    .setReadDirection(direction === BACKWARDS ? back : forth)
}
