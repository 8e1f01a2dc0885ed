import streams from '@eventstore/db-client/generated/streams_pb.js'
import { type ServerDuplexStream, status } from '@grpc/grpc-js'
import { sizeOf } from '../recorded-event.ts'
import type { LogWriter } from '../writing/log-writer.ts'
import { answerError, answerOutcome, timedOut } from './batch-answers.ts'
import { type BatchAppend, startBatchAppend } from './batch-request.ts'
import type { OpenCalls } from './open-calls.ts'
import { MAX_APPEND_BYTES, proposedEvent, uuidText } from './proposals.ts'
import { appendTooLarge, Refusal, serviceError } from './refusal.ts'

type Call = ServerDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>

/** Appends that one client may have open at a time; beyond them its requests wait in the network. */
const MAX_OPEN_APPENDS = 2048
const MAX_OPEN_BYTES = 16 * 1024 * 1024

/** One stream carries many appends; each is answered exactly once, in any order. */
export function batchAppend(writer: LogWriter, openCalls: OpenCalls) {
  return (call: Call): void => {
    const session = createSession(call, writer)
    const close = openCalls.add(() => session.fail(new Refusal(status.UNAVAILABLE, 'closing')))
    call.on('data', (message: streams.BatchAppendReq) => {
      try {
        session.receive(message)
      } catch (error) {
        session.fail(error)
      }
    })
    call.on('end', session.end)
    call.on('drain', session.resume)
    call.on('cancelled', session.forget)
    call.on('close', close)
  }
}

function createSession(call: Call, writer: LogWriter) {
  const open = new Map<string, BatchAppend>()
  let openBytes = 0
  let hasEnded = false
  let isOver = false

  const finish = () => {
    if (!hasEnded || open.size > 0 || isOver) return
    isOver = true
    call.end()
  }
  const forget = () => {
    isOver = true
    for (const append of open.values()) append.forget()
    open.clear()
  }
  const hold = () => {
    if (open.size >= MAX_OPEN_APPENDS || openBytes >= MAX_OPEN_BYTES) call.pause()
  }
  const resume = () => {
    const hasRoom = open.size < MAX_OPEN_APPENDS && openBytes < MAX_OPEN_BYTES
    if (hasRoom && !isOver && call.isPaused() && !call.writableNeedDrain) call.resume()
  }
  const answer = (append: BatchAppend, response: streams.BatchAppendResp) => {
    if (isOver || open.get(append.correlation) !== append) return
    open.delete(append.correlation)
    append.forget()
    openBytes -= append.bytes
    if (!call.write(response)) call.pause()
    resume()
    finish()
  }
  const fail = (error: unknown) => {
    if (isOver) return
    forget()
    call.emit('error', serviceError(error))
  }
  const refuse = (append: BatchAppend, error: unknown) => {
    if (error instanceof Refusal) answer(append, answerError(append, error))
    else fail(error)
  }
  const commit = async (append: BatchAppend) => {
    try {
      const outcome = await writer.write(append.request())
      if (outcome.kind !== 'abandoned') answer(append, answerOutcome(append, outcome))
    } catch (error) {
      fail(error)
    }
  }
  const begin = (message: streams.BatchAppendReq, correlation: string) => {
    const append = startBatchAppend(message, correlation, (late) => answer(late, timedOut(late)))
    if (append === undefined) return undefined
    open.set(correlation, append)
    return append
  }
  const receive = (message: streams.BatchAppendReq) => {
    if (isOver) return
    const correlation = uuidText(message.getCorrelationId())
    const append = open.get(correlation) ?? begin(message, correlation)
    if (append === undefined) return
    try {
      append.checkOptions()
      for (const proposed of message.getProposedMessagesList()) {
        const event = proposedEvent(proposed)
        const bytes = sizeOf(event)
        if (append.bytes + bytes > MAX_APPEND_BYTES) throw appendTooLarge(MAX_APPEND_BYTES)
        append.add(event, bytes)
        openBytes += bytes
      }
      if (message.getIsFinal()) void commit(append)
      hold()
    } catch (error) {
      refuse(append, error)
    }
  }
  const end = () => {
    hasEnded = true
    finish()
  }
  return { receive, end, resume, forget, fail }
}
