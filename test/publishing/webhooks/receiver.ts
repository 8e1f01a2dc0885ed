import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { Type } from 'typebox'
import { Parse } from 'typebox/value'
import { onTestFinished } from 'vitest'

const Payload = Type.Object({
  type: Type.String(),
  timestamp: Type.String(),
  companyId: Type.String(),
  subject: Type.String(),
  sequence: Type.String(),
  data: Type.Record(Type.String(), Type.Unknown()),
})

export interface Received {
  readonly id: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly payload: Type.Static<typeof Payload>
}

/** Answers a call, or does not. */
export type Answering = (received: Received, response: ServerResponse) => void

export const accepting: Answering = (_received, response) => void response.writeHead(204).end()

/** A receiver of webhooks on this machine, which keeps what it gets. */
export async function receiverForThisTest(answering: Answering = accepting) {
  const received: Received[] = []
  let answer = answering
  async function receive(request: IncomingMessage, response: ServerResponse) {
    const { headers } = request
    const body = await text(request).catch(() => undefined)
    // Whoever sent it was killed in the middle.
    if (body === undefined) return
    const payload = Parse(Payload, JSON.parse(body))
    const one = { id: String(headers['webhook-id']), headers, body, payload }
    received.push(one)
    answer(one, response)
  }
  const server = createServer((...call) => void receive(...call)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return {
    url: `http://127.0.0.1:${address.port}/hooks`,
    received,
    answerWith(next: Answering) {
      answer = next
    },
  }
}

/** Whether the library of Standard Webhooks accepts a call by a secret. */
export function isSignedBy(secret: string, { headers, body }: Received): boolean {
  try {
    new Webhook(secret).verify(body, {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    })
    return true
  } catch {
    return false
  }
}
