import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral ports, so that outgoing connections do not take them. */
const LOWEST = 20_000
const HIGHEST = 32_000
const ATTEMPTS = 100

/** A TCP port on the loopback interface that is free at the moment. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST)
    if ((await whyNotFree(port)) === undefined) return port
  }
  throw new Error('no free port found')
}

/** The system's error code if the port cannot be used; undefined if it can. */
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
