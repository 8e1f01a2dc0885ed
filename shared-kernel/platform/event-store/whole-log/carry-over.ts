import type { ServiceError } from '@grpc/grpc-js'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { retried } from '#kernel/platform/waiting/retried.ts'
import { convertToCommandError, type StoreClient } from '../store-client.ts'
import { shared, streamServices, streams } from '../store-protocol.ts'
import { type LogEvent, named } from './log-event.ts'

const PATIENCE_MS = 60_000

/**
 * Appends consecutive events of one stream. Concurrent writes might change places, but the copy must keep the
 * order of the log. Without an answer the outcome is unknown; sending the same events again settles it.
 */
export async function carryOver(target: StoreClient, events: readonly LogEvent[]): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  await retried(() => appendAsTheyAre(target, events), {
    mayPass(error) {
      if (error instanceof OtherRevision) throw refusal(events, error)
      return mayPass(error) && Date.now() <= deadline
    },
  })
}

const mayPass = (error: unknown) =>
  error instanceof Error &&
  'type' in error &&
  /unavailable|cancelled|deadline|timeout|not-leader/.test(String(error.type))

function refusal([first]: readonly LogEvent[], { current }: OtherRevision): CommandError {
  if (first === undefined) return new CommandError('nothing was to be appended')
  const { stream, revision } = first
  return new CommandError(
    current < 0n && revision > 0n
      ? `the source no longer has the beginning of ${stream}: its revisions cannot be kept`
      : `${named(first)} does not fit: the target's stream ends at ${current}. Another program writes to it.`,
  )
}

/** The stream is at another revision than in the source. */
class OtherRevision extends Error {
  override readonly name = 'OtherRevision'
  /** -1 if the stream does not exist. */
  readonly current: bigint

  constructor(current: bigint) {
    super('the stream is at another revision')
    this.current = current
  }
}

/** Appends consecutive events of one stream at exactly their revisions. */
async function appendAsTheyAre(client: StoreClient, events: readonly LogEvent[]): Promise<void> {
  const answer = await send(client, events)
  const conflict = answer.getWrongExpectedVersion()
  if (conflict === undefined) return
  throw new OtherRevision(
    conflict.hasCurrentRevision() ? BigInt(conflict.getCurrentRevision()) : -1n,
  )
}

const send = (client: StoreClient, events: readonly LogEvent[]) =>
  client['execute'](
    streamServices.StreamsClient,
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
