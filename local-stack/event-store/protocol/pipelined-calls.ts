import { ServerInterceptingCall, type ServerInterceptor } from '@grpc/grpc-js'

/** How many messages of one call may be on their way into the network at a time. */
const MAX_UNSENT = 32

/**
 * Lets a call hand over its next message before the last one has left, so that the messages of a
 * moment leave in one packet instead of one by one.
 */
export const pipelinedCalls: ServerInterceptor = (_method, call) => new PipelinedCall(call)

class PipelinedCall extends ServerInterceptingCall {
  #unsent = 0
  #whenFewer: (() => void) | undefined

  override sendMessage(message: unknown, callback: () => void): void {
    this.#unsent += 1
    super.sendMessage(message, () => this.#sent())
    if (this.#unsent < MAX_UNSENT) callback()
    else this.#whenFewer = callback
  }

  #sent(): void {
    this.#unsent -= 1
    const callback = this.#whenFewer
    this.#whenFewer = undefined
    callback?.()
  }
}
