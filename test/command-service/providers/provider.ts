import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { serveForThisTest } from '#test/support/upstream.ts'

export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** How a provider behaves; what it leaves open it never answers. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void

/** A provider for the running test, with all that it received, read to the end before it behaves. */
export async function providerForThisTest(behave: Behaviour) {
  const received: Received[] = []
  const connections = new Set<unknown>()
  const url = await serveForThisTest((request, response) => {
    connections.add(request.socket)
    const { method = '', url: path = '', headers } = request
    const heard = (body: string) => {
      received.push({ method, path, headers, body })
      behave(request, response)
    }
    text(request).then(heard, () => request.socket.destroy())
  })
  return { url, received, connections: () => connections.size }
}

export const answering =
  (status: number, body: unknown): Behaviour =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

export const hanging: Behaviour = () => undefined

/** The answer begins, and its end never comes. */
export const stalling: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"uuid":')
}

export const resetting: Behaviour = (request) => void request.socket.resetAndDestroy()

/** Ends the connection in the middle of its answer. */
export const breakingOff: Behaviour = (request, response) => {
  response.writeHead(200, { 'content-length': '100' })
  response.write('{"uuid":', () => request.socket.destroy())
}
