import { once } from 'node:events'
import { connect } from 'node:net'

interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

interface Answer {
  readonly status: number
  readonly body: string
}

export interface Client {
  readonly call: (request: Request) => Promise<Answer>
  readonly close: () => void
}

/**
 * One connection, one request at a time, no library: what the client costs is taken from the system that it asks, and a
 * system that answers faster would lose more.
 */
export async function openClient(baseUrl: string): Promise<Client> {
  const { host, hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  await once(socket, 'connect')
  let received = Buffer.alloc(0)
  let waiting: PromiseWithResolvers<Answer> | undefined
  const fail = (error: Error) => waiting?.reject(error)
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the connection was closed')))
  socket.on('data', (bytes) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes])
    const answer = answerIn(received)
    if (answer === undefined) return
    received = Buffer.alloc(0)
    waiting?.resolve(answer)
  })
  return {
    call: ({ method, path, headers, body }) => {
      waiting = Promise.withResolvers<Answer>()
      const fields = Object.entries({
        host,
        ...headers,
        ...(body === undefined
          ? {}
          : {
              'content-type': 'application/json',
              'content-length': String(Buffer.byteLength(body)),
            }),
      }).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`${method} ${path} HTTP/1.1\r\n${fields.join('')}\r\n${body ?? ''}`)
      return waiting.promise
    },
    close: () => socket.destroy(),
  }
}

/** Undefined until it is there to its end. */
function answerIn(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = bytes.toString('latin1', 0, end)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer without its length: ${head}`)
  const last = end + 4 + Number(length)
  if (bytes.length < last) return undefined
  return { status: Number(head.slice(9, 12)), body: bytes.toString('utf8', end + 4, last) }
}
