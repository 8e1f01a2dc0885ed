import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** The caller's own id when it is a UUID, else a new one. */
export function requestIdOf({ 'x-request-id': given }: IncomingHttpHeaders): string {
  return typeof given === 'string' && UUID.test(given) ? given : randomUUID()
}
