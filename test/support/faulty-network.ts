import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A network between the services and their event store that a test can disturb. */
export interface FaultyNetwork {
  readonly port: number
  /** How many were made so far. */
  readonly connections: () => number
  /** Connections stay open, but nothing passes, on new ones neither. */
  readonly freeze: () => void
  /** The connections that are open stay so, but nothing passes on them; new ones work, as to another node. */
  readonly freezeOpen: () => void
  /** What is sent arrives, but no answer comes back. */
  readonly holdAnswers: () => void
  /** Everything takes so much longer, in both directions. */
  readonly delay: (ms: number) => void
  /** All connections break. */
  readonly cut: () => void
  /** All connections break, and new ones are refused. */
  readonly end: () => void
  /** All connections break, and new ones lead to another target. */
  readonly leadTo: (port: number) => void
  /** Something happens just before that piece passes to the target: counted from now on, or the first with that text. */
  readonly strikeAt: (piece: number | string, strike: () => void) => void
  /** From now on everything passes at once; what was held back, too. */
  readonly heal: () => void
}

export async function faultyNetworkForThisTest(targetPort: number): Promise<FaultyNetwork> {
  let port = targetPort
  const lines = new Set<Line>()
  const open = new Set<Socket>()
  const frozen = new WeakSet<Socket>()
  const faults: Faults = { requestsHeld: false, answersHeld: false, delayMs: 0 }
  let planned:
    | { readonly isAt: (piece: Buffer) => boolean; readonly strike: () => void }
    | undefined
  const strikeAtPlanned = (piece: Buffer) => {
    if (planned?.isAt(piece) !== true) return
    const { strike } = planned
    planned = undefined
    strike()
  }
  let connections = 0
  const server = createServer((client) => {
    connections += 1
    const target = connect(port, '127.0.0.1')
    const pair = [
      lineOf(client, target, () => faults.requestsHeld || frozen.has(client), faults),
      lineOf(target, client, () => faults.answersHeld || frozen.has(client), faults),
    ]
    client.prependListener('data', strikeAtPlanned)
    open.add(client)
    for (const line of pair) lines.add(line)
    const end = () => {
      client.destroy()
      target.destroy()
      for (const line of pair) lines.delete(line)
      open.delete(client)
    }
    for (const socket of [client, target]) socket.on('error', end).on('close', end)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const { from } of lines) from.destroy()
  }
  const end = () => {
    cut()
    server.close()
  }
  onTestFinished(end)
  const change = (wanted: Partial<Faults>) => {
    Object.assign(faults, wanted)
    for (const line of lines) line.pass()
  }
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return {
    port: address.port,
    connections: () => connections,
    freeze: () => change({ requestsHeld: true, answersHeld: true }),
    freezeOpen: () => {
      for (const socket of open) frozen.add(socket)
    },
    holdAnswers: () => change({ answersHeld: true }),
    delay: (delayMs) => change({ delayMs }),
    cut,
    end,
    leadTo: (another) => {
      port = another
      cut()
    },
    strikeAt: (wanted, strike) => {
      let passed = 0
      const isAt = (piece: Buffer) =>
        typeof wanted === 'string' ? piece.includes(wanted) : ++passed >= wanted
      planned = { isAt, strike }
    },
    heal: () => change({ requestsHeld: false, answersHeld: false, delayMs: 0 }),
  }
}

interface Faults {
  requestsHeld: boolean
  answersHeld: boolean
  delayMs: number
}

interface Line {
  readonly from: Socket
  /** Sends what has waited, unless it is still held. */
  readonly pass: () => void
}

/** One direction of a connection: pieces pass in order. */
function lineOf(from: Socket, to: Socket, isHeld: () => boolean, faults: Faults): Line {
  const waiting: { readonly piece: Buffer; readonly dueAt: number }[] = []
  function pass() {
    if (isHeld()) return
    const now = Date.now()
    while (waiting[0] !== undefined && (faults.delayMs === 0 || waiting[0].dueAt <= now)) {
      const next = waiting.shift()
      if (next !== undefined && to.writable) to.write(next.piece)
    }
    if (waiting[0] !== undefined) setTimeout(pass, waiting[0].dueAt - now)
  }
  from.on('data', (piece: Buffer) => {
    waiting.push({ piece, dueAt: Date.now() + faults.delayMs })
    pass()
  })
  return { from, pass }
}
