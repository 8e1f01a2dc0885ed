import services from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type streams from '@eventstore/db-client/generated/streams_pb.js'
import {
  Client,
  credentials,
  Server,
  ServerCredentials,
  type ServerWritableStream,
  type ServiceDefinition,
} from '@grpc/grpc-js'

/**
 * The reference for reads: the messages of a log, copied from the node once and held ready as bytes.
 * Whatever is asked for, it sends them; nothing can answer faster that speaks gRPC through this library.
 */
const asBytes = {
  ...services.StreamsService.read,
  responseSerialize: (message: Buffer) => message,
  responseDeserialize: (message: Buffer) => message,
}

const messages = await copyMessages(process.env['NODE'] ?? '', Number(process.env['EVENTS']))
const server = new Server({ 'grpc.max_send_message_length': -1 })
const service: ServiceDefinition = { read: asBytes }
server.addService(service, { read })
server.bindAsync(
  `127.0.0.1:${process.env['PORT']}`,
  ServerCredentials.createInsecure(),
  (error) => {
    if (error !== null) throw error
  },
)
process.once('disconnect', () => process.exit(0))
process.once('SIGTERM', () => process.exit(0))

async function copyMessages(address: string, count: number): Promise<readonly Buffer[]> {
  const { default: shared } = await import('@eventstore/db-client/generated/shared_pb.js')
  const { default: generated } = await import('@eventstore/db-client/generated/streams_pb.js')
  const { Options } = generated.ReadReq
  const options = new Options()
    .setAll(new Options.AllOptions().setStart(new shared.Empty()))
    .setCount(String(count))
    .setUuidOption(new Options.UUIDOption().setString(new shared.Empty()))
    .setNoFilter(new shared.Empty())
  const client = new Client(address, credentials.createInsecure())
  const call = client.makeServerStreamRequest(
    asBytes.path,
    asBytes.requestSerialize,
    asBytes.responseDeserialize,
    new generated.ReadReq().setOptions(options),
  )
  const copied: Buffer[] = []
  const received: AsyncIterable<Buffer> = call
  for await (const message of received) copied.push(message)
  client.close()
  return copied
}

function read(call: ServerWritableStream<streams.ReadReq, Buffer>) {
  let next = 0
  const sendMore = () => {
    for (let message = messages[next]; message !== undefined; message = messages[next]) {
      next += 1
      if (!call.write(message)) return
    }
    call.end()
  }
  call.on('drain', sendMore)
  sendMore()
}
