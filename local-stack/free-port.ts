import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that the system gives to outgoing connections, so that none of them gets in the way. */
const LOWEST = 20_000
const HIGHEST = 32_000
const ATTEMPTS = 100

/** A TCP port on the loopback interface that nothing listens on at this moment. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST)
    if ((await whyNotFree(port)) === undefined) return port
  }
  throw new Error('no free port found')
}

/** The system's error code when the port cannot be listened on, else nothing. */
export async function whyNotFree(port: number): Promise<string | undefined> {
  const probe = createServer()
  try {
    probe.listen(port, '127.0.0.1')
    await once(probe, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code)
    throw error
  }
  probe.close()
  await once(probe, 'close')
  return undefined
}
