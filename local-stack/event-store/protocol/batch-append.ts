import type { ServerDuplexStream } from '@grpc/grpc-js'
import { type LogWriter, WriteRefused, WriterBusy } from '../writing/log-writer.ts'
import type { AppendPart } from './append-part.ts'
import { answerBusy, answerOutcome, answerRefusal, timedOut } from './batch-answers.ts'
import { type BatchedAppend, startBatchedAppend } from './batched-append.ts'
import { createFrameQueue, type FrameQueue, type Frames } from './frames.ts'
import type { OpenCalls } from './open-calls.ts'
import { type SizeLimits, uuidText } from './proposals.ts'
import { closing, Refusal, serviceError } from './refusal.ts'

type Call = ServerDuplexStream<AppendPart, Frames>

/** The limits for the open appends of one client. Further requests wait in the network. */
const MAX_OPEN_APPENDS = 2048
const MAX_OPEN_BYTES = 16 * 1024 * 1024

/** One call carries many appends; each is answered exactly once, in any order. */
export function batchAppend(writer: LogWriter, openCalls: OpenCalls, limits: SizeLimits) {
  return (call: Call): void => {
    const session = new BatchSession(call, writer, limits)
    const forget = openCalls.add(() => session.fail(closing()))
    call.on('data', (message: AppendPart) => session.receive(message))
    call.on('end', () => session.halfClose())
    call.on('cancelled', () => session.forget())
    call.on('close', forget)
  }
}

class BatchSession {
  readonly #call: Call
  readonly #writer: LogWriter
  readonly #limits: SizeLimits
  readonly #answers: FrameQueue
  readonly #open = new Map<string, BatchedAppend>()
  #openBytes = 0
  #isHalfClosed = false
  #isOver = false

  constructor(call: Call, writer: LogWriter, limits: SizeLimits) {
    this.#limits = limits
    this.#call = call
    this.#writer = writer
    this.#answers = createFrameQueue(call, () => this.resume())
  }

  receive(message: AppendPart): void {
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
    if (this.#isOver || this.#answers.isFull() || this.#isFull()) return
    if (this.#call.isPaused()) this.#call.resume()
  }

  /** Called when the client no longer waits for answers. */
  forget(): void {
    this.#isOver = true
    for (const append of this.#open.values()) append.forget()
    this.#open.clear()
  }

  fail(error: unknown): void {
    if (this.#isOver) return
    this.forget()
    this.#answers.whenSent(() => this.#call.emit('error', serviceError(error)))
  }

  /** Parts of an append that is complete or already answered are ignored. */
  #appendOf(message: AppendPart): BatchedAppend | undefined {
    const id = message.getCorrelationId()
    const correlation = uuidText(id)
    const known = this.#open.get(correlation)
    const options = message.getOptions()
    if (known !== undefined || options === undefined) return known?.isComplete() ? undefined : known
    const onTimeout = (late: BatchedAppend) => this.#answer(late, timedOut(late))
    const started = startBatchedAppend(
      { correlation, id, now: this.#writer.now(), limits: this.#limits },
      options,
      onTimeout,
    )
    this.#open.set(correlation, started)
    return started
  }

  #take(append: BatchedAppend, message: AppendPart): void {
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
      if (error instanceof WriteRefused) this.#answer(append, answerBusy(append, error.message))
      else if (error instanceof WriterBusy) this.#answer(append, answerBusy(append))
      else if (error instanceof Refusal) this.#answer(append, answerRefusal(append, error))
      else this.fail(error)
    }
  }

  #answer(append: BatchedAppend, answer: Buffer): void {
    if (this.#isOver || this.#open.get(append.correlation) !== append) return
    this.#open.delete(append.correlation)
    this.#openBytes -= append.bytes()
    append.forget()
    this.#answers.add(answer)
    if (this.#answers.isFull()) this.#call.pause()
    else this.resume()
    this.#endWhenDone()
  }

  #endWhenDone(): void {
    if (!this.#isHalfClosed || this.#open.size > 0 || this.#isOver) return
    this.#isOver = true
    this.#answers.flush()
    this.#call.end()
  }

  #isFull(): boolean {
    return this.#open.size >= MAX_OPEN_APPENDS || this.#openBytes >= MAX_OPEN_BYTES
  }
}
