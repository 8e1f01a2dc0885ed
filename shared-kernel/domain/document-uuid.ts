import { v5 } from 'uuid'

const NAMESPACE = 'b6b5d5a2-3f0a-4b57-9f0e-3c2f5a6f1d11'
const VERSION = '4'

/**
 * The uuid of a record at the integrator. It contains the 96 bits of the record's id, so the id can
 * be read from it. It is also a valid random uuid (RFC 9562).
 */
export function documentUuidOf(recordId: string): string {
  const rest = v5(recordId, NAMESPACE)
  const variant = '89ab'.charAt(Number.parseInt(rest.slice(0, 1), 16) % 4)
  return [
    recordId.slice(0, 8),
    recordId.slice(8, 12),
    VERSION + recordId.slice(12, 15),
    variant + recordId.slice(15, 18),
    recordId.slice(18, 24) + rest.slice(1, 7),
  ].join('-')
}

/** The id of the record that the uuid belongs to; undefined if Sarraf did not make the uuid. */
export function recordIdOfUuid(uuid: string): string | undefined {
  const digits = uuid.toLowerCase().replaceAll('-', '')
  const recordId = digits.slice(0, 12) + digits.slice(13, 16) + digits.slice(17, 26)
  return documentUuidOf(recordId) === uuid.toLowerCase() ? recordId : undefined
}
