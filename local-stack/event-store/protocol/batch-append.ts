import type streams from '@eventstore/db-client/generated/streams_pb.js'
import { type ServerDuplexStream, status } from '@grpc/grpc-js'
import type { LogWriter } from '../writing/log-writer.ts'
import { answerOutcome, answerRefusal, timedOut } from './batch-answers.ts'
import { type BatchedAppend, startBatchedAppend } from './batched-append.ts'
import type { OpenCalls } from './open-calls.ts'
import { uuidText } from './proposals.ts'
import { Refusal, serviceError } from './refusal.ts'

type Call = ServerDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>

/** What one client may have open at a time; beyond it its requests wait in the network. */
const MAX_OPEN_APPENDS = 2048
const MAX_OPEN_BYTES = 16 * 1024 * 1024

/** One call carries many appends; each is answered exactly once, in any order. */
export function batchAppend(writer: LogWriter, openCalls: OpenCalls) {
  return (call: Call): void => {
    const session = new BatchSession(call, writer)
    const closing = new Refusal(status.UNAVAILABLE, 'the node is closing')
    const forget = openCalls.add(() => session.fail(closing))
    call.on('data', (message: streams.BatchAppendReq) => session.receive(message))
    call.on('end', () => session.halfClose())
    call.on('drain', () => session.resume())
    call.on('cancelled', () => session.forget())
    call.on('close', forget)
  }
}

class BatchSession {
  readonly #call: Call
  readonly #writer: LogWriter
  readonly #open = new Map<string, BatchedAppend>()
  #openBytes = 0
  #isHalfClosed = false
  #isOver = false

  constructor(call: Call, writer: LogWriter) {
    this.#call = call
    this.#writer = writer
  }

  receive(message: streams.BatchAppendReq): void {
    if (this.#isOver) return
    try {
      const append = this.#appendOf(message)
      if (append !== undefined) this.#take(append, message)
    } catch (error) {
      this.fail(error)
    }
  }

  halfClose(): void {
    this.#isHalfClosed = true
    this.#endWhenDone()
  }

  resume(): void {
    if (this.#isOver || this.#call.writableNeedDrain || this.#isFull()) return
    if (this.#call.isPaused()) this.#call.resume()
  }

  /** Nobody waits for the answers any more. */
  forget(): void {
    this.#isOver = true
    for (const append of this.#open.values()) append.forget()
    this.#open.clear()
  }

  fail(error: unknown): void {
    if (this.#isOver) return
    this.forget()
    this.#call.emit('error', serviceError(error))
  }

  /** Parts of an append that is not open are ignored: it was answered already. */
  #appendOf(message: streams.BatchAppendReq): BatchedAppend | undefined {
    const correlation = uuidText(message.getCorrelationId())
    const known = this.#open.get(correlation)
    const options = message.getOptions()
    if (known !== undefined || options === undefined) return known
    const started = startBatchedAppend(correlation, options, (late) =>
      this.#answer(late, timedOut(late)),
    )
    this.#open.set(correlation, started)
    return started
  }

  #take(append: BatchedAppend, message: streams.BatchAppendReq): void {
    if (append.isLate) {
      this.#answer(append, timedOut(append))
      return
    }
    const before = append.bytes()
    try {
      append.add(message)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.#answer(append, answerRefusal(append, error))
      return
    }
    this.#openBytes += append.bytes() - before
    if (message.getIsFinal()) void this.#commit(append)
    if (this.#isFull()) this.#call.pause()
  }

  async #commit(append: BatchedAppend): Promise<void> {
    try {
      const outcome = await this.#writer.write(append.request())
      if (outcome.kind !== 'abandoned') this.#answer(append, answerOutcome(append, outcome))
    } catch (error) {
      this.fail(error)
    }
  }

  #answer(append: BatchedAppend, response: streams.BatchAppendResp): void {
    if (this.#isOver || this.#open.get(append.correlation) !== append) return
    this.#open.delete(append.correlation)
    this.#openBytes -= append.bytes()
    append.forget()
    if (this.#call.write(response)) this.resume()
    else this.#call.pause()
    this.#endWhenDone()
  }

  #endWhenDone(): void {
    if (!this.#isHalfClosed || this.#open.size > 0 || this.#isOver) return
    this.#isOver = true
    this.#call.end()
  }

  #isFull(): boolean {
    return this.#open.size >= MAX_OPEN_APPENDS || this.#openBytes >= MAX_OPEN_BYTES
  }
}
