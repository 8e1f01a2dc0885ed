import { Metadata, ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js'
import { BaseServerInterceptingCall } from '@grpc/grpc-js/build/src/server-interceptors.js'
import { Frames } from './frames.ts'

/** The limit for messages of one call that the network has not accepted yet. */
const MAX_UNSENT = 32

/**
 * Lets a call send further messages before the network has accepted the last one, so that the messages
 * of one tick share a packet.
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

  /** Bypasses the library, which would use a buffer and a write for every message. */
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
