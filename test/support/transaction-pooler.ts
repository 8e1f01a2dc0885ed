import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'

/**
 * As PgBouncer in transaction mode with one session: whoever sends a statement has it until the
 * transaction ends. Understands statements without parameters only. Gives its address.
 */
export async function transactionPoolerForThisTest(databaseUrl: string): Promise<string> {
  const client = new Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  const session = client.connection.stream
  session.removeAllListeners('data')
  onTestFinished(() => void session.destroy())

  const waiting: { readonly socket: Socket; readonly statement: Buffer }[] = []
  let owner: Socket | undefined
  const serveNext = () => {
    const next = waiting.shift()
    owner = next?.socket
    if (next !== undefined) session.write(next.statement)
  }
  session.on('data', (answer: Buffer) => {
    owner?.write(answer)
    if (answer.subarray(-READY.length).equals(READY)) serveNext()
  })

  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(WELCOME)
      socket.on('data', (statement: Buffer) => {
        if (statement.toString('latin1', 0, 1) !== 'Q') return
        if (socket === owner) session.write(statement)
        else waiting.push({ socket, statement })
        if (owner === undefined) serveNext()
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = new URL(databaseUrl)
  const address = server.address()
  url.port = typeof address === 'object' ? String(address?.port) : ''
  return url.href
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.from(`${type}....`, 'latin1')
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

/** Outside of a transaction. */
const READY = message('Z', Buffer.from('I'))
const SIGNED_IN = message('R', Buffer.alloc(4))
/** A process id of its own, and not the server's. */
const KEY_OF_SESSION = message('K', Buffer.alloc(8, 1))
const WELCOME = Buffer.concat([SIGNED_IN, KEY_OF_SESSION, READY])
