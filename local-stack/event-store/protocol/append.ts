import { type ServerReadableStream, type sendUnaryData, status } from '@grpc/grpc-js'
import { shared, streams } from '#kernel/platform/event-store/store-protocol.ts'
import type { ProposedEvent } from '../recorded-event.ts'
import type { AppendRequest, Expected } from '../writing/decide.ts'
import type { LogWriter } from '../writing/log-writer.ts'
import type { Outcome, Written } from '../writing/outcome.ts'
import { WRITE_TIMEOUT_MS } from './batched-append.ts'
import { expectedOf } from './expected.ts'
import type { OpenCalls } from './open-calls.ts'
import { proposedEvent, type SizeLimits, sizeWith, streamName } from './proposals.ts'
import { closing, invalid, Refusal, serviceError, streamDeleted } from './refusal.ts'

type Call = ServerReadableStream<streams.AppendReq, streams.AppendResp>

/** The limit for receiving the events; clients wait as long for an answer by default. */
const RECEIVE_TIMEOUT_MS = 10_000

/** One append per call: first its options, then its events. */
export function append(writer: LogWriter, openCalls: OpenCalls, limits: SizeLimits) {
  return (call: Call, callback: sendUnaryData<streams.AppendResp>): void => {
    const received = receiveAppend(limits)
    let isAnswered = false
    const finish = () => {
      isAnswered = true
      clearTimeout(timer)
      forget()
    }
    const answer = (error: unknown, response?: streams.AppendResp) => {
      if (isAnswered) return
      finish()
      if (response === undefined) callback(serviceError(error))
      else callback(null, response)
    }
    const forget = openCalls.add(() => answer(closing()))
    let timer = setTimeout(() => answer(timedOut()), RECEIVE_TIMEOUT_MS)
    const commit = async () => {
      clearTimeout(timer)
      timer = setTimeout(() => answer(timedOut()), WRITE_TIMEOUT_MS)
      try {
        const request = received.request()
        const isAbandoned = () => isAnswered
        const outcome = await writer.write({ kind: 'append', ...request, isAbandoned })
        answer(undefined, answerOutcome(request, outcome))
      } catch (error) {
        answer(error)
      }
    }
    call.on('data', (message: streams.AppendReq) => {
      try {
        if (!isAnswered) received.add(message)
      } catch (error) {
        answer(error)
      }
    })
    call.on('end', () => {
      if (!isAnswered) void commit()
    })
    call.on('cancelled', finish)
  }
}

const timedOut = () =>
  new Refusal(status.ABORTED, 'Operation timed out: the append was not committed in time')

function receiveAppend(limits: SizeLimits) {
  let options: { readonly stream: string; readonly expected: Expected } | undefined
  const events: ProposedEvent[] = []
  let bytes = 0
  return {
    add: (message: streams.AppendReq) => {
      const proposed = message.getProposedMessage()
      if (options === undefined) options = optionsOf(message.getOptions())
      else if (proposed === undefined) throw invalid('options come once, before the events')
      if (proposed === undefined) return
      const event = proposedEvent(proposed)
      bytes = sizeWith(event, bytes, limits)
      events.push(event)
    },
    request: (): AppendRequest => {
      if (options === undefined) throw invalid('the options are missing')
      return { ...options, events }
    },
  }
}

function optionsOf(options: streams.AppendReq.Options | undefined) {
  if (options === undefined) throw invalid('the options must come first')
  return {
    stream: streamName(options.getStreamIdentifier()),
    expected: expectedOf(options, options.hasRevision() ? options.getRevision() : undefined),
  }
}

function answerOutcome(request: AppendRequest, outcome: Outcome): streams.AppendResp {
  switch (outcome.kind) {
    case 'done':
      return new streams.AppendResp().setSuccess(success(outcome))
    case 'wrong-expected-version':
      return new streams.AppendResp().setWrongExpectedVersion(
        wrongExpectedVersion(outcome.current, request.expected),
      )
    case 'stream-deleted':
      throw streamDeleted(request.stream)
    case 'abandoned':
      throw timedOut()
    default:
      return outcome satisfies never
  }
}

function success({ revision, position }: Written) {
  const message = new streams.AppendResp.Success()
  if (revision < 0n) message.setNoStream(new shared.Empty())
  else message.setCurrentRevision(String(revision))
  if (position === undefined) return message.setNoPosition(new shared.Empty())
  return message.setPosition(
    new streams.AppendResp.Position()
      .setCommitPosition(String(position))
      .setPreparePosition(String(position)),
  )
}

function wrongExpectedVersion(current: bigint, expected: Expected) {
  const message = new streams.AppendResp.WrongExpectedVersion()
  if (current < 0n) message.setCurrentNoStream(new shared.Empty())
  else message.setCurrentRevision(String(current))
  if (expected === 'any') return message.setExpectedAny(new shared.Empty())
  if (expected === 'stream_exists') return message.setExpectedStreamExists(new shared.Empty())
  if (expected < 0n) return message.setExpectedNoStream(new shared.Empty())
  return message.setExpectedRevision(String(expected))
}
