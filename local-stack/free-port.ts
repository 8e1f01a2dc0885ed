import { once } from 'node:events'
import { createServer } from 'node:net'

/** A TCP port on the loopback interface that nothing listens on at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  probe.close()
  await once(probe, 'close')
  return address.port
}
