import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** More than a caller sends before it has read the answer before. */
const MOST_WAITING = 100

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Begins one request of a connection at a time, in the order in which they came (RFC 9112, 9.3.2). Node begins all that
 * were sent ahead at once, however many: one connection would be thousands of callers, whose answers wait in memory.
 * A connection on which too many wait is closed; what waits there was not begun.
 */
export function oneAtATime(handle: Handle): Handle {
  const waiting = new WeakMap<Socket, (() => void)[]>()

  function begin(request: IncomingMessage, response: ServerResponse) {
    const { socket } = request
    response.once('close', () => {
      const next = waiting.get(socket)?.shift()
      if (next === undefined) waiting.delete(socket)
      else if (!socket.destroyed) next()
    })
    handle(request, response)
  }

  return (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    const queue = waiting.get(socket)
    if (queue === undefined) {
      waiting.set(socket, [])
      begin(request, response)
    } else if (queue.push(() => begin(request, response)) > MOST_WAITING) {
      waiting.delete(socket)
      socket.destroy()
    }
  }
}
