import { randomInt } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral ports, so that outgoing connections do not take them. */
const RANGE = { lowest: 20_000, beyond: 32_000 }
const ATTEMPTS = 100

/**
 * A TCP port on the loopback interface that is free at the moment. No other call returns it while
 * this process lives, here or in another process: its number is taken in UDP, which nothing here uses.
 */
export async function freePort({ lowest, beyond } = RANGE): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(lowest, beyond)
    const reservation = await reserve(port)
    if (reservation === undefined) continue
    if ((await whyNotFree(port)) === undefined) return port
    reservation.close()
  }
  throw new Error('no free port found')
}

async function reserve(port: number): Promise<Socket | undefined> {
  const reservation = createSocket('udp4').unref()
  try {
    reservation.bind({ port, address: '127.0.0.1', exclusive: true })
    await once(reservation, 'listening')
    return reservation
  } catch {
    return undefined
  }
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
