import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

const MOST_CONNECTIONS = 20
const CONNECTED_WITHIN_MS = 2_000

const listener = `
  const server = require('node:net').createServer()
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port))`

/**
 * An address at which connections are neither accepted nor refused, as of a machine that is off: a frozen
 * process listens there, and its queue is full.
 */
export async function unansweredForThisTest(): Promise<string> {
  const child = spawn(process.execPath, ['--eval', listener], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line]: unknown[] = await once(child.stdout, 'data')
  const port = Number(String(line))
  child.kill('SIGSTOP')
  for (let count = 0; count < MOST_CONNECTIONS; count++) {
    if (!(await canConnect(port))) return `http://127.0.0.1:${port}`
  }
  throw new Error('the queue of a frozen process does not fill')
}

async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  const connected = once(socket, 'connect').then(() => true)
  return Promise.race([connected, pause(CONNECTED_WITHIN_MS, false)])
}
