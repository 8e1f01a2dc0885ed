import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import services from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { ServiceError } from '@grpc/grpc-js'
import type { LogEvent } from './log-event.ts'

/** The stream is at another revision than in the source. */
export class OtherRevision extends Error {
  override readonly name = 'OtherRevision'
  /** -1 if the stream does not exist. */
  readonly current: bigint

  constructor(current: bigint) {
    super('the stream is at another revision')
    this.current = current
  }
}

/** Appends consecutive events of one stream at exactly their revisions. */
export async function appendAsTheyAre(
  client: EventStoreDBClient,
  events: readonly LogEvent[],
): Promise<void> {
  const answer = await send(client, events)
  const conflict = answer.getWrongExpectedVersion()
  if (conflict === undefined) return
  throw new OtherRevision(
    conflict.hasCurrentRevision() ? BigInt(conflict.getCurrentRevision()) : -1n,
  )
}

const send = (client: EventStoreDBClient, events: readonly LogEvent[]) =>
  client['execute'](
    services.StreamsClient,
    'append',
    (node) =>
      new Promise<streams.AppendResp>((resolve, reject) => {
        const answered = (error: ServiceError | null, answer?: streams.AppendResp) => {
          if (error === null && answer !== undefined) resolve(answer)
          else reject(convertToCommandError(error ?? new Error('the store sent no answer')))
        }
        const call = node.append(...client['callArguments']({}), answered)
        call.on('error', (error) => reject(convertToCommandError(error)))
        call.write(new streams.AppendReq().setOptions(optionsOf(events)))
        for (const event of events) {
          call.write(new streams.AppendReq().setProposedMessage(messageOf(event)))
        }
        call.end()
      }),
  )

function optionsOf([first]: readonly LogEvent[]): streams.AppendReq.Options {
  if (first === undefined) throw new Error('an append carries at least one event')
  const options = new streams.AppendReq.Options().setStreamIdentifier(
    new shared.StreamIdentifier().setStreamName(Buffer.from(first.stream)),
  )
  return first.revision === 0n
    ? options.setNoStream(new shared.Empty())
    : options.setRevision(String(first.revision - 1n))
}

function messageOf(event: LogEvent): streams.AppendReq.ProposedMessage {
  const message = new streams.AppendReq.ProposedMessage()
    .setId(new shared.UUID().setString(event.id))
    .setData(event.data)
    .setCustomMetadata(event.metadata)
  message.getMetadataMap().set('type', event.type).set('content-type', event.contentType)
  return message
}
