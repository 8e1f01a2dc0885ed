import shared from '@eventstore/db-client/generated/shared_pb.js'
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { credentials, type ServiceError } from '@grpc/grpc-js'
import { onTestFinished } from 'vitest'

/** The generated stubs alone, for what the official client cannot send; a connection of their own. */
export function rawClient(url: string): StreamsClient {
  const { host } = new URL(url)
  const client = new StreamsClient(host, credentials.createInsecure(), {
    'grpc.use_local_subchannel_pool': 1,
    'grpc.max_receive_message_length': 32 * 1024 * 1024,
  })
  onTestFinished(() => client.close())
  return client
}

export const named = (name: string | Uint8Array) =>
  new shared.StreamIdentifier().setStreamName(
    typeof name === 'string' ? Buffer.from(name).toString('base64') : name,
  )

export const nothing = () => new shared.Empty()

export const uuid = (text: string) => new shared.UUID().setString(text)

/** How a call ended that should not have gone well; any other result is returned as it is. */
export function failureOf(call: {
  on(event: 'error', listener: (error: ServiceError) => void): unknown
  on(event: 'end', listener: () => void): unknown
  resume(): unknown
}): Promise<ServiceError> {
  return new Promise((resolve, reject) => {
    call.on('error', resolve)
    call.on('end', () => reject(new Error('the call ended well')))
    call.resume()
  })
}

/** A read as its sender sees it, message by message. */
export async function messagesOf(
  client: StreamsClient,
  options: streams.ReadReq.Options,
): Promise<streams.ReadResp[]> {
  const messages: streams.ReadResp[] = []
  for await (const message of client.read(new streams.ReadReq().setOptions(options))) {
    messages.push(message)
  }
  return messages
}

/** Options of a read of the whole log from its start. */
export const logOptions = (count = '1000') =>
  new streams.ReadReq.Options()
    .setAll(new streams.ReadReq.Options.AllOptions().setStart(nothing()))
    .setCount(count)
    .setNoFilter(nothing())
    .setUuidOption(new streams.ReadReq.Options.UUIDOption().setString(nothing()))

export const streamOptions = (stream: string, count = '1000') =>
  new streams.ReadReq.Options()
    .setStream(
      new streams.ReadReq.Options.StreamOptions()
        .setStreamIdentifier(named(stream))
        .setStart(nothing()),
    )
    .setCount(count)
    .setNoFilter(nothing())
    .setUuidOption(new streams.ReadReq.Options.UUIDOption().setString(nothing()))

export type FilterOn = 'stream' | 'type'

export function filterOptions(
  on: FilterOn,
  expression: { readonly regex?: string; readonly prefixes?: readonly string[] },
) {
  const wanted = new streams.ReadReq.Options.FilterOptions.Expression()
    .setRegex(expression.regex ?? '')
    .setPrefixList([...(expression.prefixes ?? [])])
  const options = new streams.ReadReq.Options.FilterOptions()
    .setCount(nothing())
    .setCheckpointintervalmultiplier(1)
  return on === 'stream' ? options.setStreamIdentifier(wanted) : options.setEventType(wanted)
}

const ordinary = { type: 'Drafted', 'content-type': 'application/json' }

export function proposal(
  id: string,
  properties: Readonly<Record<string, string>> = ordinary,
): streams.AppendReq.ProposedMessage {
  const message = new streams.AppendReq.ProposedMessage().setId(uuid(id))
  for (const [key, value] of Object.entries(properties)) message.getMetadataMap().set(key, value)
  return message
}

export function batchProposal(id: string): streams.BatchAppendReq.ProposedMessage {
  const message = new streams.BatchAppendReq.ProposedMessage().setId(uuid(id))
  for (const [key, value] of Object.entries(ordinary)) message.getMetadataMap().set(key, value)
  return message
}
