import { Metadata, ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js'
import { BaseServerInterceptingCall } from '@grpc/grpc-js/build/src/server-interceptors.js'
import { Frames } from './frames.ts'

/** How many messages of one call may be on their way into the network at a time. */
const MAX_UNSENT = 32

/**
 * Lets a call hand over its next message before the last one has left, and many at once, so that the
 * messages of a moment leave in one packet instead of one by one.
 */
export const pipelinedCalls: ServerInterceptor = (_method, call) => new PipelinedCall(call)

type NextCall = ConstructorParameters<typeof ServerInterceptingCall>[0]

class PipelinedCall extends ServerInterceptingCall {
  readonly #next: NextCall
  #unsent = 0
  #whenFewer: (() => void) | undefined

  constructor(next: NextCall) {
    super(next)
    this.#next = next
  }

  override sendMessage(message: unknown, callback: () => void): void {
    if (message instanceof Frames) {
      this.#sendFrames(message, callback)
      return
    }
    this.#unsent += 1
    super.sendMessage(message, () => this.#sent())
    if (this.#unsent < MAX_UNSENT) callback()
    else this.#whenFewer = callback
  }

  /** Past the library, which takes messages one by one, each with a buffer and a write of its own. */
  #sendFrames({ bytes }: Frames, callback: () => void): void {
    this.#next.sendMetadata(new Metadata())
    if (!(this.#next instanceof BaseServerInterceptingCall)) throw new Error('not the last call')
    const stream = this.#next['stream']
    if (stream.destroyed || stream.closed) callback()
    else stream.write(bytes, () => callback())
  }

  #sent(): void {
    this.#unsent -= 1
    const callback = this.#whenFewer
    this.#whenFewer = undefined
    callback?.()
  }
}
